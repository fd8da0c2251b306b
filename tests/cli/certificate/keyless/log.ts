// Stands in for Sigstore's public log of signatures (Rekor): a tree with one leaf, whose root it signs.
import { type KeyObject, sign } from 'node:crypto';
import { pair, sha256, spki } from './authority.ts';

export interface Log {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly id: Buffer;
  /** The answer to a proposed entry. */
  answer(proposed: string): object;
}

export function log(): Log {
  const { publicKey, privateKey } = pair();
  const name = 'log.example';
  const id = sha256(spki(publicKey));
  const signed = (content: string): Buffer => sign('sha256', Buffer.from(content), privateKey);

  function answer(proposed: string): object {
    const { envelope: inText, verifiers } = JSON.parse(proposed).spec.proposedContent;
    const envelope = JSON.parse(inText);
    const hash = (content: Buffer) => ({ algorithm: 'sha256', value: sha256(content).toString('hex') });
    const entry = {
      apiVersion: '0.0.1',
      kind: 'dsse',
      spec: {
        envelopeHash: hash(Buffer.from(inText)),
        payloadHash: hash(Buffer.from(envelope.payload, 'base64')),
        signatures: [{ signature: envelope.signatures[0].sig, verifier: verifiers[0] }],
      },
    };
    const content = Buffer.from(JSON.stringify(entry));
    const promised = {
      body: content.toString('base64'),
      integratedTime: Math.floor(Date.now() / 1000),
      logID: id.toString('hex'),
      logIndex: 0,
    };
    const rootHash = sha256(Buffer.concat([Buffer.from([0]), content]));
    const head = `${name}\n1\n${rootHash.toString('base64')}\n`;
    const signature = Buffer.concat([id.subarray(0, 4), signed(head)]).toString('base64');
    const verification = {
      inclusionProof: {
        ...{ checkpoint: `${head}\n— ${name} ${signature}\n`, hashes: [], logIndex: 0, treeSize: 1 },
        rootHash: rootHash.toString('hex'),
      },
      signedEntryTimestamp: signed(JSON.stringify(promised)).toString('base64'),
    };
    return { [rootHash.toString('hex')]: { ...promised, verification } };
  }

  return { name, publicKey, id, answer };
}

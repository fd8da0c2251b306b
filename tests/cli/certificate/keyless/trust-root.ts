// What is trusted by those who verify, in the form in which Sigstore distributes it (TUF): the keys of the authority and of both logs, signed.
import { generateKeyPairSync, sign } from 'node:crypto';
import { type Authority, sha256, spki } from './authority.ts';
import type { Log } from './log.ts';

/** The files by the path at which each is fetched. */
export function trustRoot({ root, certificates }: Authority, log: Log): Readonly<Record<string, string>> {
  const start = new Date(Date.now() - 3_600_000).toISOString();
  const logNamed = (name: string, key: Log['publicKey']) => ({
    baseUrl: `https://${name}`,
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: spki(key).toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor: { start },
    },
    logId: { keyId: sha256(spki(key)).toString('base64') },
  });
  const trusted = JSON.stringify({
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [logNamed(log.name, log.publicKey)],
    ctlogs: [logNamed('certificates.example', certificates)],
    certificateAuthorities: [
      {
        subject: { organization: 'example', commonName: 'assay test authority' },
        uri: 'https://authority.example',
        certChain: { certificates: [{ rawBytes: root.toString('base64') }] },
        validFor: { start },
      },
    ],
    timestampAuthorities: [],
  });

  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = spki(publicKey).subarray(-32).toString('hex');
  const keyid = sha256(Buffer.from(raw)).toString('hex');
  const role = { keyids: [keyid], threshold: 1 };
  const signed = (type: string, more: object): string => {
    const expires = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, '');
    const content = { _type: type, spec_version: '1.0.31', version: 1, expires, ...more };
    const sig = sign(undefined, Buffer.from(canonical(content)), privateKey).toString('hex');
    return JSON.stringify({ signed: content, signatures: [{ keyid, sig }] });
  };
  return {
    '/root.json': signed('root', {
      consistent_snapshot: false,
      keys: { [keyid]: { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: raw } } },
      roles: { root: role, timestamp: role, snapshot: role, targets: role },
    }),
    '/timestamp.json': signed('timestamp', { meta: { 'snapshot.json': { version: 1 } } }),
    '/snapshot.json': signed('snapshot', { meta: { 'targets.json': { version: 1 } } }),
    '/targets.json': signed('targets', {
      targets: {
        'trusted_root.json': {
          length: Buffer.byteLength(trusted),
          hashes: { sha256: sha256(Buffer.from(trusted)).toString('hex') },
        },
      },
    }),
    '/targets/trusted_root.json': trusted,
  };
}

/** Equal values give equal texts: the members of objects are sorted by name. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`;
}

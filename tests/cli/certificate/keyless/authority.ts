// Stands in for Sigstore's certificate authority (Fulcio) and its log of certificates: certifies the identity in a token, for ten minutes.
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { type Described, der, extension, named, octets, oid, pem, sequence, signedBy, text, unsigned } from './der.ts';

export const pair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
export const spki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });
export const sha256 = (content: Uint8Array): Buffer => createHash('sha256').update(content).digest();

const critical = (id: string, value: Uint8Array): Buffer =>
  sequence(oid(id), der(0x01, Buffer.from([255])), octets(value));

const ofAnAuthority = [
  critical('2.5.29.19', sequence(der(0x01, Buffer.from([255])))),
  critical('2.5.29.15', der(0x03, Buffer.from([1, 0b110]))),
];

const tenMinutes = 600_000;

export interface Authority {
  readonly root: Buffer;
  readonly certificates: KeyObject;
  /** The answer to a request for a certificate; undefined when the token or the proof of the key is not valid. */
  answer(request: string): object | undefined;
}

/** `issuer`: the key of the issuer whose tokens are accepted. */
export function authority(issuer: KeyObject): Authority {
  const [own, log] = [pair(), pair()];
  const name = named('assay test authority');
  const root = signedBy(own.privateKey, {
    ...{ serial: randomBytes(8), issuer: name, subject: name, publicKey: own.publicKey, extensions: ofAnAuthority },
    ...{ from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) },
  });

  /** RFC 6962: the log signs the certificate before it contains the log's signature. */
  function entered(described: Described): Buffer {
    const content = unsigned(described);
    const at = Buffer.alloc(8);
    at.writeBigUInt64BE(BigInt(Date.now()));
    const size = Buffer.from([content.length >> 16, (content.length >> 8) & 255, content.length & 255]);
    const entry = [Buffer.from([0, 1]), sha256(spki(own.publicKey)), size, content, Buffer.from([0, 0])];
    const signature = sign('sha256', Buffer.concat([Buffer.from([0, 0]), at, ...entry]), log.privateKey);
    const stamp = Buffer.concat([
      ...[Buffer.from([0]), sha256(spki(log.publicKey)), at, Buffer.from([0, 0, 4, 3]), short(signature.length)],
      signature,
    ]);
    return Buffer.concat([short(stamp.length + 2), short(stamp.length), stamp]);
  }

  function certificate(identity: string, vouchedFor: string, publicKey: KeyObject): Buffer {
    const described: Described = {
      ...{ serial: randomBytes(8), issuer: name, subject: sequence(), publicKey },
      ...{ from: new Date(Date.now() - 1000), to: new Date(Date.now() + tenMinutes) },
      extensions: [
        critical('2.5.29.15', der(0x03, Buffer.from([7, 0b1000_0000]))),
        extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.3'))),
        critical('2.5.29.17', sequence(der(0x86, Buffer.from(identity)))),
        extension('1.3.6.1.4.1.57264.1.8', text(vouchedFor)),
      ],
    };
    const logged = extension('1.3.6.1.4.1.11129.2.4.2', octets(entered(described)));
    return signedBy(own.privateKey, { ...described, extensions: [...described.extensions, logged] });
  }

  function answer(request: string): object | undefined {
    const { credentials, publicKeyRequest: asked } = JSON.parse(request);
    const claims = claimsOf(credentials.oidcIdentityToken, issuer);
    if (claims === undefined) return undefined;
    const key = createPublicKey(asked.publicKey.content);
    if (!verify('sha256', Buffer.from(claims.sub), key, Buffer.from(asked.proofOfPossession, 'base64')))
      return undefined;
    const chain = [certificate(claims.sub, claims.iss, key), root].map(pem);
    return { signedCertificateEmbeddedSct: { chain: { certificates: chain } } };
  }

  return { root, certificates: log.publicKey, answer };
}

const short = (number: number): Buffer => Buffer.from([number >> 8, number & 255]);

interface Claims {
  readonly sub: string;
  readonly iss: string;
}

const jose = { dsaEncoding: 'ieee-p1363' } as const;

/** A token as a CI gives it to its jobs. */
export function token(claims: Claims & { readonly exp: number }, key: KeyObject): string {
  const content = [{ alg: 'ES256' }, { aud: 'sigstore', ...claims }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${sign('sha256', Buffer.from(content), { key, ...jose }).toString('base64url')}`;
}

function claimsOf(jwt: string, key: KeyObject): Claims | undefined {
  const [head, body = '', signature = ''] = jwt.split('.');
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, ...jose },
    Buffer.from(signature, 'base64url'),
  );
  return isGenuine ? (JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Claims) : undefined;
}

// Signing without a key of one's own: Sigstore's authority takes an identity token of the CI and issues a certificate that is valid
// for some minutes, and a public log keeps the signature. It needs a network, and a package that is loaded only for this.
import { payloadType } from './envelope.ts';
import type { SignedCertificate } from './read.ts';
import type { Signer } from './signer.ts';

/** The package is not there, or the environment offers no identity. */
export class KeylessError extends Error {
  override readonly name = 'KeylessError';
}

/** The functions of the package that are used here. */
interface Sigstore {
  attest(payload: Buffer, payloadType: string, options: Services): Promise<object>;
  verify(bundle: object, options: Services & Identity): Promise<unknown>;
}

/** The services of a company that runs Sigstore itself; where they are absent, the public ones of Sigstore are used. */
interface Services {
  readonly fulcioURL?: string;
  readonly rekorURL?: string;
  readonly tufMirrorURL?: string;
  readonly tufRootPath?: string;
}

interface Identity {
  readonly certificateIssuer: string;
  readonly certificateIdentityURI: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Not a literal in the import, because the compiler would then require the package to be installed. */
const packageName: string = 'sigstore';

/** Throws a `KeylessError`. */
async function loadSigstore(): Promise<Sigstore> {
  try {
    return (await import(packageName)) as Sigstore;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new KeylessError(
      `to sign or verify by an identity, the package ${packageName} is needed: npm install ${packageName}@4`,
    );
  }
}

/** Throws a `KeylessError`. */
export async function keylessSigner(env: Environment): Promise<Signer> {
  refuseWithoutIdentity(env);
  const { attest } = await loadSigstore();
  return {
    who: 'the identity of this CI job',
    seal: async (payload) => {
      try {
        return sealedText(await attest(payload, payloadType, servicesOf(env)));
      } catch (error) {
        throw new KeylessError(withoutToken((error as Error).message));
      }
    },
  };
}

function refuseWithoutIdentity(env: Environment): void {
  const { SIGSTORE_ID_TOKEN: token, ACTIONS_ID_TOKEN_REQUEST_URL: place, ACTIONS_ID_TOKEN_REQUEST_TOKEN: pass } = env;
  if (place && pass) return;
  if (!token) {
    throw new KeylessError(
      'no identity token: GitHub Actions gives one to a job with `permissions: id-token: write`, others put it into SIGSTORE_ID_TOKEN',
    );
  }
  const ends = endOf(token);
  if (ends === undefined)
    throw new KeylessError('what SIGSTORE_ID_TOKEN holds is no identity token (a JWT with `exp`)');
  if (ends <= Date.now())
    throw new KeylessError(`the token in SIGSTORE_ID_TOKEN ended at ${new Date(ends).toISOString()}`);
}

/** When the token expires, in milliseconds since 1970; undefined when the text is not a token. */
function endOf(token: string): number | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
      exp?: unknown;
    };
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/** The package puts a token that it cannot use into its error message, in full. */
const withoutToken = (message: string): string =>
  message.replaceAll(/[\w-]{2,}\.[\w-]+\.[\w-]*/g, (text) => (text.startsWith('ey') ? '…' : text));

const sealedText = (bundle: object): string => `${JSON.stringify(bundle, null, 2)}\n`;

/** The last two variables have the names that cosign gives them. */
function servicesOf({
  SIGSTORE_FULCIO_URL: fulcioURL,
  SIGSTORE_REKOR_URL: rekorURL,
  TUF_MIRROR: tufMirrorURL,
  TUF_ROOT_JSON: tufRootPath,
}: Environment): Services {
  return {
    ...(fulcioURL && { fulcioURL }),
    ...(rekorURL && { rekorURL }),
    ...(tufMirrorURL && { tufMirrorURL }),
    ...(tufRootPath && { tufRootPath }),
  };
}

/** Undefined when, according to Sigstore's authority and log, this identity signed it. Throws a `KeylessError`. */
export async function objectionToIdentity(
  { bundle, text, signedWith }: SignedCertificate,
  identity: string,
  issuer: string,
  env: Environment,
): Promise<string | undefined> {
  if (signedWith !== undefined) return `a key signed it and no identity: ${signedWith}`;
  const { verify } = await loadSigstore();
  try {
    const asked = { certificateIssuer: issuer, certificateIdentityURI: exactly(identity) };
    await verify(bundle, { ...servicesOf(env), ...asked });
  } catch (error) {
    return `it is not verified that ${identity} signed it: ${(error as Error).message}`;
  }
  return text === sealedText(bundle) ? undefined : 'the signed statement is intact, but the file around it was changed';
}

/** The package takes the identity for a pattern that may match anywhere in it. */
const exactly = (text: string): string => `^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;

// Finds the signer of a run's certificate before anything is sent, so that no run ends with a key that does not work.
import { KeylessError, keylessSigner } from '../reports/certificate/keyless.ts';
import { KeyError, passphraseVariable, readPrivateKey } from '../reports/certificate/keys.ts';
import { keySigner, type Signer } from '../reports/certificate/signer.ts';
import { signCertificate } from '../reports/certificate/write.ts';
import { type ExitCode, exit, UsageError } from './exit.ts';

export interface SigningOptions {
  readonly key?: string;
  readonly keyless?: true;
}

/** Undefined when the certificate is not to be signed. Throws a `UsageError`. */
export async function signerFor({ key, keyless }: SigningOptions): Promise<Signer | undefined> {
  if (key !== undefined && keyless) throw new UsageError('--key and --keyless are two ways to sign; one is needed');
  try {
    if (keyless) return await keylessSigner(process.env);
    return key === undefined ? undefined : keySigner(readPrivateKey(key, process.env[passphraseVariable] || undefined));
  } catch (error) {
    if (error instanceof KeyError || error instanceof KeylessError) throw new UsageError(error.message);
    throw error;
  }
}

/** Signs the certificate and gives the exit code, which is no success when the signing fails. */
export async function codeOnceSigned(out: string, signer: Signer | undefined, code: ExitCode): Promise<ExitCode> {
  if (signer === undefined) return code;
  try {
    await signCertificate(out, signer);
    return code;
  } catch (error) {
    process.stderr.write(`assay: the certificate is not signed: ${(error as Error).message}\n`);
    return code === exit.passed ? exit.undecided : code;
  }
}

/** The environment without the passphrase, for the processes that send requests and do not need it. */
export function withoutPassphrase(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { [passphraseVariable]: _, ...rest } = env;
  return rest;
}

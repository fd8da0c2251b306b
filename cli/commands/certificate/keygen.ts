// assay keygen: a pair of keys, with which certificates are signed and verified.
import { existsSync, writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { type KeyType, keyTypes, newKeyPair, passphraseVariable } from '../../../reports/certificate/keys.ts';
import { exit, UsageError } from '../../exit.ts';
import { cannotWrite } from '../../folder/files.ts';
import type { Help } from '../../words/help.ts';

interface KeygenOptions {
  readonly type: KeyType;
  readonly out: string;
}

export const takes = (command: Command): Command =>
  command
    .addOption(
      new Option('--type <type>', 'P-256, which every tool takes, or Ed25519').choices([...keyTypes]).default('p256'),
    )
    .requiredOption('--out <prefix>', 'writes PREFIX.key, which signs, and PREFIX.pub, which verifies');

export const help: Help = {
  examples: [['keygen --out release', `encrypts release.key if ${passphraseVariable} is set`]],
  exits: { 0: 'both files are written', 2: 'usage error, or a file is there already' },
};

export function run({ type, out }: KeygenOptions): number {
  const [secret, known] = [`${out}.key`, `${out}.pub`];
  for (const path of [secret, known]) {
    if (existsSync(path)) throw new UsageError(`${path} is there already, and a key is never overwritten`);
  }
  const passphrase = process.env[passphraseVariable] || undefined;
  const { privateKey, publicKey, fingerprint } = newKeyPair(type, passphrase);
  write(secret, privateKey, 0o600);
  write(known, publicKey, 0o644);
  const protection =
    passphrase === undefined
      ? `not encrypted: whoever reads it can sign; with ${passphraseVariable} set it would be`
      : `encrypted with the passphrase in ${passphraseVariable}`;
  process.stdout.write(`${secret}  signs certificates; keep it secret (${protection})\n`);
  process.stdout.write(`${known}  verifies them; give it to whoever relies on them\nthe key is ${fingerprint}\n`);
  return exit.passed;
}

/** Fails when another process has written the file in the meantime. */
function write(path: string, text: string, mode: number): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode });
  } catch (error) {
    throw new UsageError(cannotWrite(path, error));
  }
}

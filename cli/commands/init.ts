// assay init: finds out what it can about a target and writes a profile with comments, and an OpenAPI Overlay for other tools.
import { existsSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { invocation } from '../../exchange/invocation.ts';
import { folded } from '../../reports/terminal/fold.ts';
import { lookOf } from '../../reports/terminal/look.ts';
import type { Names } from '../../subject/names.ts';
import { defaultProfile, loadProfile, type Profile } from '../../subject/profile/profile.ts';
import type { FailedLogin } from '../../subject/session/session.ts';
import { discoverBy, draftProfile } from '../../subject/start/init.ts';
import { overlayOf } from '../../subject/start/overlay.ts';
import { exit, UsageError } from '../exit.ts';
import { cannotWrite, refuseUnwritable } from '../folder/files.ts';
import { targetOption } from '../options.ts';
import { noLogin } from '../target/no-login.ts';
import type { Help } from '../words/help.ts';
import { inLines, leftToSay } from '../words/left-to-say.ts';

interface InitOptions {
  readonly target?: string;
  readonly profile: string;
  readonly overlay?: string;
  readonly force?: true;
}

export const takes = (command: Command): Command =>
  command
    .addOption(targetOption())
    .option('--profile <file>', 'where the profile goes', 'assay-profile.yaml')
    .option('--overlay <file>', 'where an OpenAPI Overlay goes; an existing profile is kept')
    .option('--force', 'overwrite an existing file');

export const help: Help = {
  examples: [
    ['init --target http://127.0.0.1:8080', 'credentials: ASSAY_USERNAME, ASSAY_PASSWORD'],
    ['init --target http://127.0.0.1:8080 --overlay overlay.yaml', 'writes an overlay for other tools as well'],
  ],
  exits: {
    0: 'the profile is written',
    2: 'usage error, or the file exists or cannot be written; nothing was sent',
    3: 'no file: target unreachable, login refused, or writing failed',
  },
};

export async function run({ target, profile, overlay, force }: InitOptions): Promise<number> {
  const isFree = (path: string) => !existsSync(path) || force === true;
  refuseUnwritable(overlay);
  if (overlay !== undefined && !isFree(overlay))
    throw new UsageError(`${overlay} is there already; --force overwrites it`);
  if (overlay !== undefined && existsSync(profile)) return overlayByProfile(profile, target, overlay);
  if (target === undefined) throw new UsageError('which target? give --target or ASSAY_TARGET');
  if (!isFree(profile)) throw new UsageError(`${profile} is there already; --force overwrites it`);
  refuseUnwritable(profile);
  const { text, outcome } = await draftProfile({ url: target, env: process.env });
  if (outcome.kind === 'notTried') throw new UsageError(outcome.because);
  if (outcome.kind !== 'discovered') {
    // No file is written, because it would have no content and block the next attempt.
    const because = whyNoLogin(outcome, defaultProfile(process.env, { url: target }));
    process.stderr.write(`${profile} is not written, because nothing was found out: ${because}\n`);
    return exit.undecided;
  }
  try {
    writeFileSync(profile, text);
  } catch (error) {
    // Printed, so that the discovery is not lost.
    process.stderr.write(`${cannotWrite(profile, error)}; what would stand in it is printed\n`);
    process.stdout.write(text);
    return exit.undecided;
  }
  process.stdout.write(`${nextSteps(profile, outcome.discovery.names)}\n`);
  if (overlay !== undefined) writeOverlay(overlay, { url: target, names: outcome.discovery.names, success: {} });
  return exit.passed;
}

const whyNoLogin = (failed: FailedLogin, profile: Profile): string =>
  noLogin(failed, profile, profile.users.full === undefined ? 'mfa' : 'full');

const leftHeading =
  'What is left to say, and how many musts are about it (one that needs several of these counts for each):';

function nextSteps(path: string, names: Names): string {
  const left = leftToSay(loadProfile(path, process.env), names);
  const { width } = lookOf(process.stdout);
  return [
    ...folded(`${path} says what was found out; the rest is commented out in it.`, width),
    ...(left.length > 0 ? ['', ...folded(leftHeading, width), ...inLines(left, width)] : []),
    '',
    `Next: ${invocation} certify --profile ${path}`,
  ].join('\n');
}

/** The overlay of a target that has a profile: made of what the profile says, and of what discovery finds for the rest. */
async function overlayByProfile(path: string, target: string | undefined, overlay: string): Promise<number> {
  const profile = loadProfile(path, process.env, target === undefined ? {} : { url: target });
  const outcome = await discoverBy(profile);
  if (outcome.kind !== 'discovered') {
    process.stderr.write(`${overlay} is not written: ${whyNoLogin(outcome, profile)}\n`);
    return exit.undecided;
  }
  writeOverlay(overlay, { url: profile.url, names: outcome.discovery.names, success: profile.declares.success });
  return exit.passed;
}

function writeOverlay(path: string, known: Parameters<typeof overlayOf>[0]): void {
  writeFileSync(path, stringify(overlayOf(known), { aliasDuplicateObjects: false }));
  process.stdout.write(`${path} tells other tools what the target calls things\n`);
}

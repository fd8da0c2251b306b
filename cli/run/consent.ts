// Announces before anything is sent what a run may leave at its target, and asks for consent where the profile sets no bound.
import { createInterface } from 'node:readline/promises';
import { type Foreseen, foreseen } from '../../harness/changes/foreseen.ts';
import { profileOf } from '../../harness/profile-of.ts';
import type { Settings } from '../../harness/settings.ts';
import { folded } from '../../reports/terminal/fold.ts';
import { lookOf } from '../../reports/terminal/look.ts';
import { makings } from '../../reports/verdict/wording.ts';
import { UsageError } from '../exit.ts';

interface ConsentOptions {
  readonly yes?: true;
  readonly json?: true;
  readonly quiet?: true;
}

export async function consent(settings: Settings, { yes, json, quiet }: ConsentOptions): Promise<void> {
  // The embedded service ends with the run, and everything that was made there with it.
  if (settings.target === undefined && settings.profile === undefined) return;
  const profile = profileOf(settings);
  const changes = foreseen(settings, profile.allow);
  if (changes.length === 0 || json || quiet) return;
  const { width } = lookOf(process.stdout);
  process.stdout.write(`${folded(announcement(profile.url, changes), width).join('\n')}\n`);
  const isBounded = changes.every(({ most }) => most !== undefined);
  if (isBounded || yes || !process.stdin.isTTY || !process.stdout.isTTY) return;
  if (!(await isAgreed())) throw new UsageError('Nothing was sent. --yes skips this question.');
}

function announcement(url: string, changes: readonly Foreseen[]): string {
  const bounded = changes.filter(({ most }) => most !== undefined).map(({ what, most = 0 }) => counted(what, most));
  const unbounded = changes.filter(({ most }) => most === undefined);
  const named = unbounded.map(({ what, usual }) =>
    usual === undefined ? makings[what][1] : `about ${counted(what, usual)}`,
  );
  return [
    `What this run makes or uses up at ${url} stays there.`,
    ...(bounded.length > 0 ? [`  at most ${bounded.join(', ')}, as the profile allows`] : []),
    ...(named.length > 0 ? [`  without a bound, as the profile says: ${named.join(', ')}`] : []),
  ].join('\n');
}

const counted = (what: Foreseen['what'], count: number): string =>
  `${count.toLocaleString('en')} ${makings[what][count === 1 ? 0 : 1]}`;

async function isAgreed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await terminal.question('Begin? [y/N] ')).trim());
  } catch {
    return false; // Ctrl-C was pressed, or the input has ended.
  } finally {
    terminal.close();
  }
}

// Does the checks of a run in this process, one after another. A proof has hundreds of runs, and starting Playwright for each would take longer than
// the checks themselves. What is checked, and how it is judged, is the same.
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Declaration, declareTo } from '../../harness/declare/declaration.ts';
import type { TestRecord } from '../../harness/record.ts';
import { examine } from '../../harness/run/examination.ts';
import { timeToShow } from '../../harness/run/turns.ts';
import { openWorkspace } from '../../harness/run/workspace.ts';
import { quietFile, type Settings } from '../../harness/settings.ts';
import { root } from '../cli/command.ts';

type Wanted = (declared: Declaration) => boolean;

/** In the order of the command: first the checks that need quiet, then the chapters. */
export async function conduct(settings: Settings, wanted: Wanted): Promise<readonly TestRecord[]> {
  const { quiet, chapters } = await declared();
  const records = await inTurn(settings, quiet.filter(wanted), true);
  return [...records, ...(await inTurn(settings, chapters.filter(wanted), false))];
}

async function inTurn(
  settings: Settings,
  checks: readonly Declaration[],
  isQuiet: boolean,
): Promise<readonly TestRecord[]> {
  const workspace = openWorkspace(settings);
  const records: TestRecord[] = [];
  // Nothing else runs, but the changes of the previous check need time to show, as in a real run.
  const alone = () => pause(timeToShow, true);
  for (const check of checks) records.push((await examine(check, workspace, { isQuiet, alone })).record);
  await workspace.close();
  return records;
}

interface Declared {
  readonly quiet: readonly Declaration[];
  readonly chapters: readonly Declaration[];
}

let all: Promise<Declared> | undefined;

/** Loaded once, because a file declares its checks only when it is first loaded. */
export const declared = (): Promise<Declared> => {
  all ??= load();
  return all;
};

async function load(): Promise<Declared> {
  const found = { quiet: [] as Declaration[], chapters: [] as Declaration[] };
  const files = readdirSync(`${root}/specs`, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.spec.ts')).sort()) {
    const list = file === `${quietFile}.spec.ts` ? found.quiet : found.chapters;
    declareTo({ check: (declaration) => void list.push(declaration), oneAfterAnother: () => {} });
    await import(`../../specs/${file}`);
  }
  return found;
}

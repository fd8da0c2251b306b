// The reference service with our seams, and the checks of a run that can be done against it one after another.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, prepare } from '../../cli/prepare.ts';
import type { Declaration } from '../../harness/declare/declaration.ts';
import type { TestRecord } from '../../harness/record.ts';
import { examine } from '../../harness/run/examination.ts';
import { openWorkspace } from '../../harness/run/workspace.ts';
import type { Settings } from '../../harness/settings.ts';
import type { Seams } from '../../reference/http/seams.ts';
import { startReference } from '../../reference/service.ts';
import { root } from '../cli/command.ts';
import { declared } from '../proof/conductor.ts';

/** Without the checks of deliveries and limits: they mostly wait, and tell little about the fields of an answer. */
export const checks = async (): Promise<readonly Declaration[]> => (await declared()).chapters;

export interface Stand {
  readonly settings: Settings;
  /** Uses a new workspace, in which nothing that the profile allows has been used up. */
  do(check: Declaration): Promise<TestRecord>;
  close(): Promise<void>;
}

/** With the settings of an earlier stand, the discovery is not repeated. */
export async function openStand(seams: Seams, folder: string, known?: Settings): Promise<Stand> {
  const receiver = await freePort();
  const service = await startReference({ seams, webhook: { url: `http://127.0.0.1:${receiver}/` } });
  const settings = known
    ? { ...known, target: service.url, receiver, out: folder }
    : await preparedFor(service.url, receiver, folder);
  const work = async (check: Declaration) => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const workspace = openWorkspace(settings);
    // A mutant is as wrong the second time, so no failure is checked again.
    const { record } = await examine(inPeace(check), workspace, { isQuiet: false, alone: async () => false });
    await workspace.close();
    return record;
  };
  return { settings, do: work, close: () => service.close() };
}

/** Nobody else changes the service in the meantime, so no failure has to be checked again. */
const inPeace = (check: Declaration): Declaration => ({
  ...check,
  body: (given) => check.body({ ...given, retried: (work) => work() }),
});

async function preparedFor(target: string, receiver: number, out: string): Promise<Settings> {
  mkdirSync(out, { recursive: true });
  const asked = { seed: 1, depth: 'quick', only: [], safe: false, prepared: false } as const;
  const profile = join(root, 'reference/profile.yaml');
  const prepared = await prepare({ ...asked, target, profile, receiver, out });
  if (prepared.kind === 'no verdict') throw new Error(prepared.reason);
  return prepared.settings;
}

// One trial of the proof: the checks of a run against the reference service in one of its states.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { freePort, prepare } from '../../cli/prepare.ts';
import { select } from '../../contract/requirements.ts';
import type { Declaration } from '../../harness/declare/declaration.ts';
import { isSelected } from '../../harness/declare/selection.ts';
import type { Settings } from '../../harness/settings.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { startReference } from '../../reference/service.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import { decide } from '../../reports/verdict/decide.ts';
import { factsOf } from '../../reports/verdict/facts.ts';
import type { RequirementResult, Verdict } from '../../reports/verdict/verdict.ts';
import { root } from '../cli/command.ts';
import { mergePatch } from '../merge-patch.ts';
import { conduct } from './conductor.ts';

export type State = { readonly fault: string } | { readonly variant: string } | { readonly seed: number };

export type Asked = Pick<Settings, 'seed' | 'depth' | 'only'>;

const referenceProfile = readFileSync(join(root, 'reference/profile.yaml'), 'utf8');

/** The folder belongs to this trial alone and gets its profile and its evidence. */
export async function trial(state: State, folder: string, asked: Asked): Promise<Verdict> {
  mkdirSync(folder, { recursive: true });
  const profile = join(folder, 'profile.yaml');
  writeFileSync(profile, stringify(profileFor(state)));
  const receiver = await freePort();
  const service = await startReference({ ...state, webhook: { url: `http://127.0.0.1:${receiver}/` } });
  const began = new Date();
  try {
    const prepared = await prepare({
      ...asked,
      target: service.url,
      profile,
      receiver,
      out: folder,
      safe: false,
      prepared: false,
    });
    if (prepared.kind === 'no verdict') throw new Error(prepared.reason);
    const wanted = ({ id }: Declaration) => isSelected(id, asked.only);
    const records = await conduct(prepared.settings, wanted);
    return decide(factsOf(prepared.settings, began), select(asked.only).chosen, records);
  } finally {
    await service.close();
  }
}

export const having = ({ requirements }: Verdict, verdict: RequirementResult['verdict']): readonly string[] =>
  requirements.filter((result) => result.verdict === verdict).map(({ id }) => id);

/** A variant or fault gives what is different in the profile as a patch over the profile of the plain service. */
function profileFor(state: State): unknown {
  const all: readonly { readonly id: string; readonly profile?: unknown }[] = 'variant' in state ? variants : faults;
  const id = 'variant' in state ? state.variant : 'fault' in state ? state.fault : undefined;
  return mergePatch(parse(referenceProfile), all.find((each) => each.id === id)?.profile ?? {});
}

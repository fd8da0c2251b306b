// One trial of the proof: the whole suite, as a person would run it, against the reference service in one of its states.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { startReference } from '../../reference/service.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import type { RequirementResult, Verdict } from '../../reports/verdict.ts';
import { assay, root } from '../cli/command.ts';

export type State = { readonly fault: string } | { readonly variant: string } | { readonly seed: number };

export interface Trial {
  readonly verdict: Verdict;
  readonly output: string;
}

const referenceProfile = readFileSync(join(root, 'reference/profile.yaml'), 'utf8');

/** The folder is the trial's own: its profile and its report lie there. */
export async function trial(state: State, folder: string, ...more: readonly string[]): Promise<Trial> {
  mkdirSync(folder, { recursive: true });
  const profile = join(folder, 'profile.yaml');
  writeFileSync(profile, stringify(profileFor(state)));
  const out = join(folder, 'report');
  const service = await startReference(state);
  try {
    const { stdout, stderr } = await assay([
      ...['certify', '--target', service.url, '--profile', profile, '--out', out, '--workers', '1'],
      ...more,
    ]);
    const verdict = JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
    return { verdict, output: stdout + stderr };
  } finally {
    await service.close();
  }
}

export const having = ({ requirements }: Verdict, verdict: RequirementResult['verdict']): readonly string[] =>
  requirements.filter((result) => result.verdict === verdict).map(({ id }) => id);

/** A variant says what is different about it, as a patch over the profile of the plain service. */
function profileFor(state: State): unknown {
  const patch = 'variant' in state ? variants.find(({ id }) => id === state.variant)?.profile : undefined;
  return laidOver(parse(referenceProfile), patch ?? {});
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function laidOver(under: unknown, over: unknown): unknown {
  if (!isFields(under) || !isFields(over)) return over;
  const changed = Object.entries(over).map(([key, value]) => [key, laidOver(under[key], value)]);
  return { ...under, ...Object.fromEntries(changed) };
}

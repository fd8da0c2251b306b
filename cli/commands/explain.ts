// assay explain: one requirement with its sentence, details, place, level, spec and faults; or the whole catalogue, a line each.
import type { Command } from 'commander';
import { areaOf, findRequirement, type Requirement, requirements } from '../../contract/requirements.ts';
import { invocation } from '../../exchange/invocation.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import { folded } from '../../reports/terminal/fold.ts';
import { findChecks } from '../checks.ts';
import { exit, UsageError } from '../exit.ts';
import type { Help } from '../words/help.ts';

export const takes = (command: Command): Command =>
  command.argument('[id]', 'a requirement (CARD-14) or an area (CARD)').option('--json', 'as JSON');

export const help: Help = {
  examples: [
    ['explain CARD-14', 'its sentence, details, place, checks and faults'],
    ['explain CARD', 'the requirements of an area, a line each'],
  ],
  exits: { 0: 'it is explained', 2: 'there is no such requirement or area' },
};

export async function run(id: string | undefined, { json }: { json?: true }): Promise<number> {
  const chosen = choose(id?.toUpperCase());
  const text = json ? await asJson(chosen) : await written(chosen);
  process.stdout.write(`${text}\n`);
  return exit.passed;
}

function choose(id: string | undefined): readonly Requirement[] {
  if (id === undefined) return requirements;
  const one = findRequirement(id);
  if (one) return [one];
  const area = requirements.filter((requirement) => areaOf(requirement.id) === id);
  if (area.length > 0) return area;
  const areas = [...new Set(requirements.map((requirement) => areaOf(requirement.id)))];
  throw new UsageError(`no requirement or area ${id}; the areas are ${areas.join(', ')}`);
}

const faultsOf = (requirement: Requirement) => faults.filter(({ breaks }) => breaks === requirement.id);

async function asJson(chosen: readonly Requirement[]): Promise<string> {
  const checksOf = await findChecks();
  const all = chosen.map((requirement) => ({
    ...requirement,
    checkedBy: checksOf(requirement.id),
    faults: faultsOf(requirement).map(({ id, does }) => ({ id, does })),
  }));
  return JSON.stringify(all, null, 2);
}

async function written(chosen: readonly Requirement[]): Promise<string> {
  const [only, ...others] = chosen;
  if (only === undefined || others.length > 0) return chosen.map(inOneLine).join('\n');
  return inFull(only, (await findChecks())(only.id));
}

const inOneLine = ({ id, level, says }: Requirement): string => beside(`${id.padEnd(9)}${level.padEnd(8)}`, says);

/** Folded on a terminal; elsewhere one line, so that programs can read it. */
function beside(label: string, text: string): string {
  const width = process.stdout.columns || Number(process.env.COLUMNS);
  const lines = width ? folded(text, width - label.length) : [text];
  return lines.map((line, index) => (index === 0 ? label : ' '.repeat(label.length)) + line).join('\n');
}

function inFull(requirement: Requirement, checks: readonly string[]): string {
  const { id, level, says, details = [], where, operations } = requirement;
  return [
    beside(`${id}  `, says),
    ...listed('in detail', details),
    ...row('level', [level]),
    ...row('where', [where]),
    ...row('operations', operations === '*' ? ['every one'] : [operations.join(', ') || 'none in particular']),
    ...row('checked by', checks),
    ...row(
      'faults',
      faultsOf(requirement).map((fault) => `${fault.id}: ${fault.does}`),
    ),
    ...row('try it', [
      `${invocation} certify --only ${id} --target URL --profile FILE`,
      ...faultsOf(requirement)
        .slice(0, 1)
        .map((fault) => `${invocation} serve --fault ${fault.id}`),
    ]),
  ].join('\n');
}

/** Each begins with a dash, so that folded sentences are separated. */
const listed = (name: string, sentences: readonly string[]): readonly string[] =>
  sentences.map((sentence, index) => beside(`  ${(index === 0 ? name : '').padEnd(12)}- `, sentence));

const row = (name: string, values: readonly string[]): readonly string[] =>
  (values.length === 0 ? ['none'] : values).map((value, index) => {
    const label = `  ${(index === 0 ? name : '').padEnd(12)}`;
    // A command line is not folded, so that it can be pasted.
    return value.startsWith(invocation) ? label + value : beside(label, value);
  });

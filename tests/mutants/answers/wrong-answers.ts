// All mutants of the answers of an operation, and the fate of each.
import type { OperationId } from '../../../contract/operations.ts';
import { profileOf } from '../../../harness/profile-of.ts';
import { openingsOf } from '../../../subject/openings.ts';
import { type Evidence, valuesOf } from '../evidence.ts';
import { type Fate, isSeen, unseen } from '../fate.ts';
import { type Tampering, tried } from '../trials.ts';
import { type AnswerMutant, Mutation, type Scope } from './answers.ts';
import { type Field, fieldsOf, placesWith } from './fields.ts';
import { judged, type Kept } from './judged.ts';
import { type KindName, kindNames } from './kinds.ts';

interface Choice {
  readonly operation: OperationId;
  readonly answer: string;
  /** All kinds unless some are named. */
  readonly kinds?: readonly KindName[];
  readonly isWanted?: (field: Field) => boolean;
}

type Fates = ReadonlyMap<AnswerMutant, Fate>;

/** A defect that is noticed in the answers about one thing is also noticed in all. Only the others are tried in every answer. */
export async function wrongAnswers(choice: Choice, evidence: Evidence, folder: string): Promise<Fates> {
  const one = await inScope('one', mutantsOf(choice), evidence, folder);
  const left = [...one].filter(([, fate]) => !isSeen(fate)).map(([mutant]) => mutant);
  const all = await inScope('all', left, evidence, folder);
  return new Map([...one, ...all]);
}

const mutantsOf = ({ operation, answer, kinds: chosen = kindNames, isWanted = () => true }: Choice) =>
  fieldsOf(operation, answer)
    .filter(isWanted)
    .flatMap((field) => chosen.map((kind) => ({ field, kind })));

async function inScope(
  scope: Scope,
  mutants: readonly Omit<AnswerMutant, 'scope'>[],
  evidence: Evidence,
  folder: string,
): Promise<Fates> {
  const kept = keptOf(evidence);
  const fates = new Map<AnswerMutant, Fate>();
  for (const each of mutants) {
    const mutant = { ...each, scope };
    const fate = judged(mutant, kept);
    // Only a running service can answer with a value that has changed since.
    if (fate !== undefined || (mutant.kind === 'stale' && isSuccess(mutant.field))) fates.set(mutant, fate ?? unseen);
  }
  // Refusals are left out: no check compares their content, so only the judge can notice a defect in them.
  const open = [...fates].filter(([{ field }, { sight }]) => isSuccess(field) && sight === 'nothing');
  for (const layer of layersOf(open.map(([mutant]) => mutant))) {
    const asked = { operation: layer[0]!.field.operation, general: false, folder, evidence };
    for (const [mutant, fate] of await tried(layer, tampering(kept), asked)) {
      if (mutant.kind === 'stale' && fate.sight === 'unmet') fates.delete(mutant);
      else fates.set(mutant, fate);
    }
  }
  return fates;
}

const isSuccess = ({ answer }: Field): boolean => answer.startsWith('2');

const tampering =
  ({ values }: Kept): Tampering<AnswerMutant> =>
  (mutants, met) => {
    const mutation = new Mutation(mutants, values);
    return {
      outside: {
        every: async (next, call) => {
          const answer = mutation.changed(call, await next(call));
          for (const mutant of mutation.struck) met(mutant);
          return answer;
        },
      },
    };
  };

const known = new WeakMap<Evidence, Kept>();

function keptOf(evidence: Evidence): Kept {
  const { kept, settings } = evidence;
  const before = known.get(evidence);
  if (before) return before;
  const openings = openingsOf(profileOf(settings), settings.found!.names);
  const made = { kept, settings, openings, values: valuesOf(kept) };
  known.set(evidence, made);
  return made;
}

/** Groups of mutants that do not affect each other: at most one of each field, and none of an object together with one of its members. */
function layersOf(mutants: readonly AnswerMutant[]): readonly (readonly AnswerMutant[])[] {
  const layers: AnswerMutant[][] = [];
  for (const mutant of mutants) {
    const layer = layers.find((others) => others.every((other) => !touch(mutant, other)));
    if (layer) layer.push(mutant);
    else layers.push([mutant]);
  }
  return layers;
}

const touch = (one: AnswerMutant, other: AnswerMutant): boolean =>
  reach(one).some((at) => reach(other).some((place) => isWithin(at, place) || isWithin(place, at)));

const reach = ({ field, kind }: AnswerMutant): readonly string[] =>
  kind === 'swapped' ? placesWith(field) : [field.at];

const isWithin = (at: string, place: string): boolean => at === place || at.startsWith(`${place}/`);

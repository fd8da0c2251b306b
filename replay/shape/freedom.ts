// Where two implementations of the contract may differ: other members in places of which it shows nothing, members that it ties to
// conditions, which other data may meet, and statuses that it leaves open.
import type { RequirementId } from '../../contract/generated/sentences.ts';
import type { Finding } from '../../contract/judge/judge.ts';
import { rule } from '../../contract/judge/rules.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import { type Described, descriptionOf } from '../../contract/schema/described.ts';
import type { Difference } from '../compare/difference.ts';
import type { Operation } from '../compare/fields/located.ts';
import { placeOf } from '../verdict/breaches.ts';

/** What the contract describes of a success, or of another status; undefined where it shows nothing, or does not have the operation. */
const answerOf = (operation: string, status = 200): Described | undefined => {
  const { responses = {} } = operations.get(operation as OperationId) ?? {};
  const ofAny = Object.keys(responses).find((key) => isSuccess(status) && key.startsWith('2')) ?? '4XX';
  const schema = (responses[`${status}`] ?? responses[ofAny])?.content?.['application/json']?.schema;
  return schema === undefined ? undefined : descriptionOf(schema);
};

const isSuccess = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300;

const stepsIn = (field: string): readonly string[] => field.split('/').slice(1);

const showsNothing = (place: Described | undefined): boolean =>
  place === undefined || (place.names.size === 0 && place.items() === undefined);

/** What is described around a field; undefined where one of the places around it shows nothing. */
const around = (root: Described | undefined, steps: readonly string[]): Described | undefined => {
  let place = root;
  for (const step of steps.slice(0, -1)) {
    if (showsNothing(place)) return undefined;
    place = place!.member(step) ?? place!.items();
  }
  return showsNothing(place) ? undefined : place;
};

/** Whether the contract allows a value here without giving its type, as for the items of `errors`. */
const isOfAnyType = (place: Described | undefined): boolean =>
  place !== undefined && showsNothing(place) && place.types.size === 0 && !place.excluded;

const unsaid = 'the contract does not describe this place';
const isOfOtherData = 'the contract has this member, which other data may show';
const isFurther = 'the contract forbids no further members, and clients ignore those that they do not know';

/** Excuses members of a success that the contract leaves open, and those that it has and that no recorded answer showed. */
export const inOpenPlaces =
  ({ key, inContract }: Operation, status: number | undefined) =>
  (difference: Difference): Difference => {
    const { kind, field } = difference;
    const isOfMembers = kind === 'added' || kind === 'removed' || kind === 'type';
    if (!inContract || !isOfMembers || !field.startsWith('/')) return difference;
    const steps = stepsIn(field);
    const place = around(answerOf(key, status), steps);
    const member = place?.member(steps.at(-1)!);
    if (kind === 'type' && isOfAnyType(member ?? place?.items())) return { ...difference, lawful: unsaid };
    // The contract gives the shapes of errors, so only additional members are free.
    if (!isSuccess(status)) return kind === 'added' ? { ...difference, lawful: isFurther } : difference;
    if (place === undefined) return { ...difference, lawful: unsaid };
    if (kind !== 'added' || member?.excluded === true) return difference;
    const lawful = member === undefined ? isFurther : isOfOtherData;
    return { ...difference, lawful };
  };

const ofTheUnasked: ReadonlySet<RequirementId> = new Set([
  rule.noExtraInList,
  rule.noUnaskedExtra,
  rule.noUnaskedExpansion,
  rule.noUnaskedCredential,
]);

/** Excuses the absence of members that the recorded answer should not have had, because its request did not ask for them. */
export const whereNobodyAsked = (recordedFindings: readonly Finding[]) => {
  const unasked = new Set(
    recordedFindings.filter(({ requirement }) => ofTheUnasked.has(requirement)).map(({ at }) => placeOf(at)),
  );
  return (difference: Difference): Difference =>
    difference.kind === 'removed' && unasked.has(difference.field)
      ? { ...difference, lawful: 'the contract forbids it in an answer to a request that does not ask for it' }
      : difference;
};

/** Whether the contract has the field and does not demand that it is there. */
export const isConditional = (operation: string, field: string): boolean => {
  const steps = stepsIn(field);
  const place = around(answerOf(operation), steps);
  const name = steps.at(-1) ?? '';
  return place?.names.has(name) === true && !place.required.has(name);
};

/** The statuses that the profiles of the two servers declare for validation errors. */
export type Validation = readonly [recorded: number | undefined, candidate: number | undefined];

/** What is known of the statuses of an operation. */
interface Statuses {
  /** Those that the candidate's profile declares for its successes. */
  readonly declared: readonly number[] | undefined;
  readonly validation: Validation;
  /** Whether both answers demand a second factor. */
  readonly areDemands: boolean;
}

/** Excuses another status where nothing says which one it has to be, or the profiles say that it is another one. */
export const underOpenStatus =
  ({ declared = [], validation: [before, now], areDemands }: Statuses) =>
  (difference: Difference): Difference => {
    const { kind, recorded, got } = difference;
    if (kind !== 'status') return difference;
    const isDeclared = declared.includes(Number(got)) && Math.floor(Number(recorded) / 100) === 2;
    const lawful = areDemands
      ? 'nothing says which status a demand for a second factor has'
      : isDeclared
        ? "the candidate's profile declares this status"
        : recorded === before && got === now
          ? 'the profiles declare these statuses for validation errors'
          : undefined;
    return lawful === undefined ? difference : { ...difference, lawful };
  };

/** Excuses a refusal instead of a demand that was not confirmed in the recording, because the answer after it is not known. */
export const behindDemand =
  (isUnconfirmed: boolean) =>
  (difference: Difference): Difference =>
    isUnconfirmed && difference.rejection?.by === 'candidate'
      ? { ...difference, lawful: 'the recorded server demanded a second factor, and nobody confirmed it' }
      : difference;

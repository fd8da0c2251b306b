// Whether a value fits a schema of the contract, and which requirement it departs from where it does not.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema } from '../document.ts';
import type { RequirementId } from '../generated/sentences.ts';
import { type Described, descriptionOf, placeAt, requirementAt } from '../schema/described.ts';
import { type Reaching, referredIn, validatorOf } from '../schema/validator.ts';
import { stepsOf } from '../text/pointer.ts';
import { applying } from './applying.ts';
import { type Departure, misspelt, undescribed } from './undescribed.ts';
import { expectation, shown, shownSecret } from './wording.ts';

export interface Fit {
  readonly departures: readonly Departure[];
  /** The requirements whose places in the schema the value reached. */
  readonly reached: ReadonlySet<RequirementId>;
  /** JSON pointers of members that the schema does not describe. */
  readonly undescribed: readonly string[];
}

const compiled = new WeakMap<object, (value: unknown) => Fit>();

/** How a value fits a schema of the contract. */
export function fit(schema: Schema, value: unknown): Fit {
  if (typeof schema === 'boolean') throw new Error('the contract has a bare boolean where a schema is expected');
  const known = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, known);
  return known(value);
}

function compile(schema: Schema): (value: unknown) => Fit {
  const validate = validatorOf(schema);
  const described = descriptionOf(schema);
  // Fits are remembered, because `bodyOf` returns the same value for the same body.
  const fits = new WeakMap<object, Fit>();
  return (value) => {
    const isObject = typeof value === 'object' && value !== null;
    const known = isObject ? fits.get(value) : undefined;
    if (known) return known;
    const found = fitOf(value);
    if (isObject) fits.set(value, found);
    return found;
  };

  function fitOf(value: unknown): Fit {
    if (!Array.isArray(value) || value.length <= stretch || !described.items()) return fitOfStretch(value, 0);
    const fits: Fit[] = [];
    let departing = 0;
    for (let from = 0; from < value.length && departing < enoughDepartures; from += stretch) {
      const found = fitOfStretch(value.slice(from, from + stretch), from);
      departing += found.departures.length + found.undescribed.length;
      fits.push(found);
    }
    return {
      departures: fits.flatMap(({ departures }) => departures),
      reached: new Set(fits.flatMap(({ reached }) => [...reached])),
      undescribed: fits.flatMap((found) => found.undescribed),
    };
  }

  function fitOfStretch(value: unknown, from: number): Fit {
    const reached = new Set<RequirementId>();
    const errors = errorsOf(validate, applying(described, value), reached);
    const unlisted = undescribed(described, value);
    const departures = firstAtEach([
      ...plainest(errors).map((error) => departure(error, described)),
      ...unlisted.flatMap((member) => misspelt(member, described)),
    ]);
    for (const { requirement } of departures) if (requirement) reached.add(requirement);
    return {
      departures: departures.map((one) => ({ ...one, at: counted(one.at, from) })),
      reached,
      undescribed: unlisted.filter(({ meant }) => meant === undefined).map(({ at }) => counted(at, from)),
    };
  }
}

// The number of entries of a long list that are validated together, because ajv copies its errors with each entry that has some.
const stretch = 200;

/** After so many departures the rest of a list is not validated, because a hostile list has millions of entries. */
const enoughDepartures = 5000;

/** The pointer into the whole list, made from a pointer into a stretch of it. */
const counted = (at: string, from: number): string =>
  from === 0 ? at : at.replace(/^\/(\d+)/, (_, index) => `/${Number(index) + from}`);

/** A value of the wrong type breaks its enum too, so of several errors at one place only the first is reported. */
function firstAtEach(departures: readonly Departure[]): readonly Departure[] {
  return [...new Map([...departures].reverse().map((one) => [one.at, one])).values()].reverse();
}

function errorsOf(validate: ValidateFunction, value: unknown, reached: Set<RequirementId>): readonly ErrorObject[] {
  return validate.call({ reached } satisfies Reaching, value) ? [] : [...(validate.errors ?? [])];
}

/**
 * Of a failed choice between branches, only the errors of the closest branch are useful, because the value was not meant for the others. The
 * error of a failed `if` adds nothing to the error of its `then` or `else`.
 */
function plainest(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const plain: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    if (error.keyword === 'oneOf' || error.keyword === 'anyOf') {
      // The errors of its branches come right before it.
      while (plain.length > 0 && stemsFrom(plain.at(-1)!, error, error.schema as readonly Schema[])) plain.pop();
      plain.push(...explained(error));
    } else plain.push(error);
  }
  return plain;
}

function explained(choice: ErrorObject): readonly ErrorObject[] {
  const nearest = (choice.schema as readonly Schema[])
    .map((branch) => plainest(errorsOf(compiledBranch(branch), choice.data, new Set())))
    .filter((found) => found.length > 0)
    .sort((one, other) => distance(one) - distance(other))[0];
  return (nearest ?? [{ ...choice, keyword: 'matches' }]).map((error) => ({
    ...error,
    instancePath: choice.instancePath + (nearest ? error.instancePath : ''),
  }));
}

const compiledBranches = new WeakMap<object, ValidateFunction>();

function compiledBranch(branch: Schema): ValidateFunction {
  const known = compiledBranches.get(branch as object) ?? validatorOf(branch);
  compiledBranches.set(branch as object, known);
  return known;
}

/** A wrong type at the top means that another branch was meant; otherwise fewer errors mean a closer branch. */
function distance(errors: readonly ErrorObject[]): number {
  const elsewhere = errors.some(({ keyword, instancePath }) => instancePath === '' && keyword === 'type');
  const wrongTag = errors.some(({ keyword }) => keyword === 'const');
  return errors.length + (elsewhere ? 1000 : 0) + (wrongTag ? 100 : 0);
}

function stemsFrom(error: ErrorObject, choice: ErrorObject, branches: readonly Schema[]): boolean {
  if (!`${error.instancePath}/`.startsWith(`${choice.instancePath}/`)) return false;
  return branches.some((branch) => reaches(branch, error.parentSchema as Schema, new Set()));
}

/** Whether a schema is, holds or refers to another. */
function reaches(from: unknown, to: unknown, visited: Set<unknown>): boolean {
  if (from === to) return true;
  if (typeof from !== 'object' || from === null || visited.has(from)) return false;
  visited.add(from);
  const referred = referredIn((from as { $ref?: string }).$ref);
  return [...Object.values(from), referred].some((next) => reaches(next, to, visited));
}

function departure(error: ErrorObject, described: Described): Departure {
  const steps = stepsOf(error.instancePath);
  const missing =
    error.keyword === 'required' ? (error.params as { missingProperty: string }).missingProperty : undefined;
  const place = placeAt(described, missing === undefined ? steps : [...steps, missing]);
  return {
    requirement: requirementBehind(error, described, steps, missing),
    at: missing === undefined ? error.instancePath : `${error.instancePath}/${missing}`,
    expected: expectation(error),
    got: missing !== undefined ? 'nothing there' : isSecretAt(place) ? shownSecret(error.data) : shown(error.data),
  };
}

const isSecretAt = (place: Described | undefined): boolean => place?.secret === true || place?.holdsSecrets === true;

/** A rule under a condition names its own requirement; elsewhere the mark of the member decides. */
function requirementBehind(
  error: ErrorObject,
  described: Described,
  steps: readonly string[],
  missing: string | undefined,
): RequirementId | undefined {
  const rule = error.parentSchema as Readonly<Record<string, unknown>> | undefined;
  const own = rule?.['x-requirement'] as RequirementId | undefined;
  if (missing === undefined) return own ?? requirementAt(described, steps);
  const unconditional = (rule?.properties as Record<string, unknown> | undefined)?.[missing] !== undefined;
  if (own && !unconditional) return own;
  return requirementAt(described, [...steps, missing]);
}

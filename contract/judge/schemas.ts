// Whether a value fits a schema of the contract, and which requirement it departs from where it does not.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { contract, type Schema } from '../document.ts';
import type { RequirementId } from '../generated/sentences.ts';
import { stepsOf } from '../text/pointer.ts';
import { applying, type Described, descriptionOf, placeAt, requirementAt } from './described.ts';
import { misspelt, undescribed } from './undescribed.ts';
import { expectation, shown, shownSecret } from './wording.ts';

interface Departure {
  readonly requirement: RequirementId | undefined;
  /** JSON pointer into the value. */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
}

export interface Fit {
  readonly departures: readonly Departure[];
  /** The requirements whose places in the schema the value reached. */
  readonly reached: ReadonlySet<RequirementId>;
  /** JSON pointers of members that the schema does not describe. */
  readonly undescribed: readonly string[];
}

interface Reaching {
  readonly reached: Set<RequirementId>;
}

const documentKey = 'contract';

const ajv = new Ajv2020({ allErrors: true, verbose: true, passContext: true, strict: false, validateFormats: true });
formats.default(ajv);
ajv.addKeyword({
  keyword: 'x-requirement',
  schemaType: 'string',
  errors: false,
  validate(this: Reaching, requirement: RequirementId) {
    this.reached.add(requirement);
    return true;
  },
});
// What a schema rules out is checked wherever it could stand, most of all where it does not.
ajv.addKeyword({
  keyword: 'x-rules-out',
  schemaType: 'array',
  type: 'object',
  errors: false,
  validate(this: Reaching, requirements: readonly RequirementId[]) {
    for (const requirement of requirements) this.reached.add(requirement);
    return true;
  },
});
ajv.addSchema(absolute(contract) as Record<string, unknown>, documentKey);

/**
 * References of the document made absolute, so that any part of it can be compiled alone, and what a schema rules out
 * noted on the schema itself, because a member that is absent is never looked at.
 */
function absolute(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(absolute);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? documentKey + value : absolute(value),
  ]);
  const ruledOut = requirementsRuledOut((node as { properties?: unknown }).properties);
  return { ...Object.fromEntries(entries), ...(ruledOut.length > 0 && { 'x-rules-out': ruledOut }) };
}

function requirementsRuledOut(properties: unknown): readonly RequirementId[] {
  if (typeof properties !== 'object' || properties === null) return [];
  const excluded = Object.values(properties).filter((property) => property?.['x-excluded'] === true);
  return [...new Set(excluded.flatMap((property) => (property['x-requirement'] as RequirementId | undefined) ?? []))];
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
  const validate = ajv.compile(absolute(schema) as Schema);
  const described = descriptionOf(schema);
  // The same body is the same value, as `bodyOf` remembers it.
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

// Of a long list as many entries are looked at together: ajv copies its errors with each entry that has some.
const stretch = 200;

/** The rest of a list that departs so often has nothing to add, and a hostile one has millions of entries. */
const enoughDepartures = 5000;

/** The pointer into a list of one into its stretch. */
const counted = (at: string, from: number): string =>
  from === 0 ? at : at.replace(/^\/(\d+)/, (_, index) => `/${Number(index) + from}`);

/** A value of the wrong type departs from its enum as well: one place departs once, from what it departs from first. */
function firstAtEach(departures: readonly Departure[]): readonly Departure[] {
  return [...new Map([...departures].reverse().map((one) => [one.at, one])).values()].reverse();
}

function errorsOf(validate: ValidateFunction, value: unknown, reached: Set<RequirementId>): readonly ErrorObject[] {
  return validate.call({ reached } satisfies Reaching, value) ? [] : [...(validate.errors ?? [])];
}

/**
 * Of a failed choice between branches only the branch that came nearest says something useful; the others failed because
 * the value was never meant for them. A failed `if` says nothing that its `then` or `else` does not say.
 */
function plainest(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const plain: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    if (error.keyword === 'oneOf' || error.keyword === 'anyOf') {
      // What its branches have to say stands right before it.
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
  const known = compiledBranches.get(branch as object) ?? ajv.compile(branch as object);
  compiledBranches.set(branch as object, known);
  return known;
}

/** A wrong type at the top means "another branch was meant"; otherwise the fewer errors, the nearer. */
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
  const reference = (from as { $ref?: string }).$ref;
  const referred = reference?.startsWith(documentKey) ? ajv.getSchema(reference)?.schema : undefined;
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
    got: missing !== undefined ? 'nothing there' : place?.secret ? shownSecret(error.data) : shown(error.data),
  };
}

/** A rule that stands under a condition names its own requirement; elsewhere the member's mark decides. */
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

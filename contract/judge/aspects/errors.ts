// The 4xx answers: which shape is due on which operation and status.
import { contract, dereferenced, type Schema } from '../../document.ts';
import type { RequirementId } from '../../generated/sentences.ts';
import type { Operation } from '../../operations.ts';
import { descriptionOf } from '../../schema/described.ts';
import { describeStatus } from '../answers.ts';
import { type Answer, judgeMembers, type Notes } from '../finding.ts';
import { judgeOtherBody } from '../other-body.ts';
import { rule, standardShape, transportStatuses } from '../rules.ts';
import { type Fit, fit } from '../schemas.ts';
import { shown } from '../wording.ts';
import { looksLikeAttack, mayEndInTransport } from './transport.ts';

const shapeNames = [
  'StandardError',
  'WrappedError',
  'ExtendedNotFound',
  'MessageOnlyError',
  'LocatedValidationError',
  'FieldValidationError',
] as const;

const shapes: readonly Schema[] = shapeNames.map((name) => contract.components.schemas?.[name] as Schema);
const [standard, , , , located, byField] = shapes as readonly [Schema, Schema, Schema, Schema, Schema, Schema];
/** Members that tell which shape a validation error was meant to have. */
const telling: Readonly<Record<string, Schema>> = { query: located, body: located, errors: byField };

export function judgeError({ request, response, body, operation, openings, notes }: Answer): void {
  const { status } = response;
  if (transportStatuses.has(status)) return;
  if ((status === 400 || status === 403 || status === 404) && mayEndInTransport(request)) return;
  const isNotOfTheApi = body.kind === 'other' || body.kind === 'none';
  if ((status === 400 || status === 403) && isNotOfTheApi && looksLikeAttack(request)) return;
  const unlisted = mayAnswer(operation, status) ? undefined : describeStatus(response);
  notes.check(rule.listedStatus, 'status', `one of ${operation.listed.join(', ')}, or a success`, unlisted);
  if (status === 429 && !operation.listed.includes(429)) {
    notes.check(rule.limitedOperation, 'status', 'no rate limit on this operation', '429');
  }

  // The recorder of the traffic may have left the body out.
  if (body.kind === 'cut') return;
  const { requirement, schemas } = dueShapes(operation, status);
  // The shape is stated for some statuses only. For any other, only the possible shapes are stated, so there may be no body.
  if (body.kind === 'none' && requirement === rule.knownShape) return;
  if (body.kind !== 'json') {
    judgeOtherBody(response, body, requirement, 'an error body in a documented shape', notes);
    return;
  }
  notes.checked.add(requirement);
  const meant = schemas.includes(standard) ? meantShape(operation, status, body.value) : undefined;
  const { departures, reached, undescribed } = fitOfAny(schemas, requirement, body.value, meant);
  for (const place of reached) notes.checked.add(place);
  for (const { at, expected, got, ...departure } of departures) {
    notes.check(departure.requirement ?? requirement, at || 'body', expected, got);
  }
  if (departures.length > 0) return;
  judgeBodyStatus(body.value, status, notes);
  judgeMembers(undescribed, notes);
  const declared = openings.validationStatus;
  if (declared === undefined || !isValidationError(body.value)) return;
  const other = status === declared ? undefined : String(status);
  notes.check(rule.declaredValidation, 'status', `${declared}, as the profile declares`, other);
}

/** Whether a body has one of the two validation shapes of the token endpoints. Their status is not shown and may be a 2xx. */
export function isValidationError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const shape = Object.entries(telling).find(([member]) => member in value)?.[1];
  return shape !== undefined && fit(shape, value).departures.length === 0;
}

export const isStandardError = (value: unknown): boolean => fit(standard, value).departures.length === 0;

/** The statuses of the operation's row, those of a general rule (Errors, rules 1 to 3), and the open status of validation errors. */
function mayAnswer(operation: Operation, status: number): boolean {
  const mayNameSomething = operation.path.includes('{') || operation.method !== 'GET';
  const general = mayNameSomething ? [401, 403, 404] : [401, 403];
  return operation.listed.includes(status) || general.includes(status) || operation.responses['4XX'] !== undefined;
}

interface Due {
  /** The requirement that a body in none of these shapes breaks. */
  readonly requirement: RequirementId;
  readonly schemas: readonly Schema[];
}

function dueShapes(operation: Operation, status: number): Due {
  const requirement = standardShape[status] ?? rule.knownShape;
  const listed = schemaOf(operation, String(status));
  const ranged = schemaOf(operation, '4XX');
  if (listed && status !== 400) {
    return { requirement: descriptionOf(listed).requirement ?? requirement, schemas: [listed] };
  }
  const ofItsRow = [listed, ranged].filter((schema) => schema !== undefined);
  // The version 2 refreshes are token endpoints, but nothing else is shown of them. The status of a validation error is not shown, so it may
  // be 400 where the row does not list that.
  const isUnlistedRefusal = status === 400 && !operation.listed.includes(400);
  const isOpen = isOfTokens(operation) ? operation.shapeOpen : isUnlistedRefusal;
  const validation = isOpen ? [...ofItsRow, located, byField] : ofItsRow;
  if (status in standardShape) return { requirement, schemas: [standard, ...(status === 400 ? validation : [])] };
  return { requirement, schemas: [...validation, ...shapes] };
}

const schemaOf = (operation: Operation, status: string): Schema | undefined =>
  operation.responses[status]?.content?.['application/json']?.schema;

/** Where several shapes are allowed, and the body fits none and was clearly meant as none, its departures from one of them would be a guess. */
function fitOfAny(
  schemas: readonly Schema[],
  requirement: RequirementId,
  value: unknown,
  meant: Schema | undefined,
): Fit {
  const fits = schemas.map((schema) => fit(schema, value));
  const [only, ...others] = fits;
  if (only !== undefined && others.length === 0) return only;
  const [right] = fits
    .filter(({ departures }) => departures.length === 0)
    .toSorted((one, other) => one.undescribed.length - other.undescribed.length);
  if (right) return right;
  if (meant) return fit(meant, value);
  const departure = { requirement, at: '', expected: 'one of the documented error shapes', got: shown(value) };
  return { departures: [departure], reached: new Set(), undescribed: [] };
}

/** The operations that begin or renew sessions, whose validation errors have shapes of their own. */
export const isOfTokens = ({ security, path }: Operation): boolean =>
  security !== 'bearer' || path.startsWith('/v2/auth/');

/** The shape that a body was clearly meant to have, if the operation has that shape. */
function meantShape(operation: Operation, status: number, value: unknown): Schema | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const meant = Object.entries(telling).find(([member]) => member in value)?.[1];
  if (!isOfTokens(operation)) return status === 400 && meant === undefined ? standard : undefined;
  return meant && choicesOf(schemaOf(operation, '4XX')).includes(meant) ? meant : undefined;
}

const choicesOf = (schema: Schema | undefined): readonly Schema[] => {
  const { anyOf = [] } = dereferenced<{ readonly anyOf?: readonly Schema[] } | undefined>(schema) ?? {};
  return anyOf.map((choice) => dereferenced<Schema>(choice));
};

function judgeBodyStatus(value: unknown, status: number, notes: Notes): void {
  const said = (value as { status?: unknown } | null)?.status;
  if (typeof said !== 'number') return;
  notes.check(rule.bodyStatus, '/status', `${status}, the HTTP status`, said === status ? undefined : String(said));
}

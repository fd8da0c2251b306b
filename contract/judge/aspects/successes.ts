// The 2xx answers: their status, their body, and the content that they must not have.
import { dereferenced, type Schema } from '../../document.ts';
import type { RequirementId } from '../../generated/sentences.ts';
import type { Openings } from '../../openings.ts';
import type { Operation } from '../../operations.ts';
import { descriptionOf } from '../../schema/described.ts';
import { type Answer, judgeMembers, type Notes } from '../finding.ts';
import { judgeOtherBody } from '../other-body.ts';
import { rule } from '../rules.ts';
import { fit } from '../schemas.ts';
import { unasked } from './unasked.ts';

export function judgeSuccess({ request, response, body, operation, openings, notes }: Answer): void {
  judgeStatus(response.status, operation, openings, notes);
  const { schema, requirement: due } = successOf(operation);
  if (schema === undefined || body.kind === 'cut') return;
  if (body.kind !== 'json') {
    if (hasOpenShape(schema) && body.kind !== 'broken') return;
    judgeOtherBody(response, body, due, 'the documented JSON', notes);
    return;
  }
  const { departures, reached, undescribed } = fit(schema, body.value);
  for (const requirement of reached) notes.checked.add(requirement);
  for (const { requirement, at, expected, got } of departures) {
    notes.check(requirement ?? due, at || 'body', expected, got);
  }
  judgeMembers(undescribed, notes);

  const beyondAsked = unasked(operation.id, request, body.value, openings);
  if (beyondAsked) notes.checked.add(beyondAsked.requirement);
  for (const at of beyondAsked?.found ?? []) {
    notes.check(beyondAsked!.requirement, at, 'nothing that was not asked for', 'a value');
  }
}

/** The one success status that the specification gives, and those that the profile declares. */
function judgeStatus(status: number, operation: Operation, openings: Openings, notes: Notes): void {
  const { stated } = successOf(operation);
  if (stated.length > 0) {
    const other = stated.includes(status) ? undefined : String(status);
    notes.check(rule.createdStatus, 'status', stated.join(' or '), other);
    return;
  }
  const declared = openings.successStatuses[operation.id];
  if (declared === undefined) return;
  const other = declared.includes(status) ? undefined : String(status);
  notes.check(rule.declaredSuccess, 'status', `${declared.join(' or ')}, as the profile declares`, other);
}

/** Whether the shape of a success is open; then it may have no body, or one that is no JSON. */
function hasOpenShape(schema: Schema): boolean {
  const { type, 'x-open': open } = dereferenced<{ readonly type?: unknown; readonly 'x-open'?: unknown }>(schema);
  return type === undefined && open !== undefined;
}

interface Success {
  /** Statuses; none where the specification leaves them open. */
  readonly stated: readonly number[];
  readonly schema: Schema | undefined;
  /** The requirement that a body breaks if it is not of the documented kind. */
  readonly requirement: RequirementId;
}

const successes = new Map<Operation, Success>();

function successOf(operation: Operation): Success {
  const known = successes.get(operation);
  if (known) return known;
  const keys = Object.keys(operation.responses).filter((status) => /^2/.test(status));
  const [first] = keys;
  const schema = first === undefined ? undefined : operation.responses[first]?.content?.['application/json']?.schema;
  const found = {
    stated: keys.filter((key) => /^2\d\d$/.test(key)).map(Number),
    schema,
    requirement: (schema === undefined ? undefined : descriptionOf(schema).requirement) ?? rule.parses,
  };
  successes.set(operation, found);
  return found;
}

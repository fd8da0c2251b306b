// One probe for each limited operation, and many questions to it.

import type { Exchange } from '../../exchange/exchange.ts';
import { boundsOf, expectedOf } from '../../load/budget.ts';
import { characterise } from '../../load/characterise.ts';
import { type FoundLimit, foundLimit } from '../../load/found-limit.ts';
import { type Found, inWords } from '../../load/identity.ts';
import type { LimitedOperation } from '../../load/limited-call.ts';
import type { Trace } from '../../load/trace.ts';
import { isFields, statusOf, succeeded } from '../../target/answers.ts';
import type { Check } from '../harness/check.ts';
import { whose } from './changes.ts';
import { interruption, unlessInterrupted } from './interruption.ts';
import { claim, forgotten, requestFor } from './sending.ts';

export interface Probe {
  readonly limit: FoundLimit;
  readonly trace: Trace;
  readonly exchanges: readonly Exchange[];
  /** Absent where no limit was found to ask about. */
  readonly whose?: Found;
}

const done = new WeakMap<Check['occasion'], Map<LimitedOperation, Promise<Probe>>>();

/** Probes an operation when it is first asked about; the checks of one occasion share what was found. */
export function probe(check: Check, id: LimitedOperation): Promise<Probe> {
  const known = done.get(check.occasion) ?? new Map<LimitedOperation, Promise<Probe>>();
  done.set(check.occasion, known);
  const probing = known.get(id) ?? probed(check, id);
  known.set(id, probing);
  return probing;
}

async function probed(check: Check, operation: LimitedOperation): Promise<Probe> {
  if (check.depth === 'quick') check.untested('the time that a probe takes (--depth standard)');
  const { api, profile, depth } = check;
  unlessInterrupted(check);
  const call = await requestFor(check, operation);
  const expected = expectedOf(operation, profile.declares.rateLimits[operation]);
  const bounds = boundsOf(expected, depth);
  await api.session();
  await forgotten(check, operation, expected?.window ?? 0);
  const found = await characterise({
    bounds,
    ...(expected && { expected }),
    claim: (requests) => claim(check, operation, requests),
    send: (signal) => api.call(operation, { ...call, on429: 'return', signal }),
    signal: interruption,
  });
  const { exchanges, trace, fit } = found;
  const other = exchanges.find((exchange) => !succeeded(exchange) && statusOf(exchange) !== 429);
  if (other) check.untested(`a request to ${operation} that is accepted: ${statusOf(other) ?? 'no answer'}`);
  const count = fit.kind === 'fitted' ? fit.best.count : fit.kind === 'cannotTell' ? greatest(fit.between) : undefined;
  const owner = count === undefined || interruption.aborted ? undefined : await whose(check, operation, call, count);
  const created = createdBy(operation, exchanges, call.json);
  const limit = foundLimit({
    operation,
    bounds,
    probed: found,
    late: found.late,
    ...(owner?.kind === 'found' && { whose: inWords(owner.identity) }),
    ...(created && { created }),
  });
  check.limit(limit);
  return { limit, trace, exchanges, ...(owner && { whose: owner }) };
}

const greatest = (candidates: readonly { readonly count: number }[]): number =>
  Math.max(...candidates.map(({ count }) => count));

/** How the operator finds again what the probe has made. */
function createdBy(operation: LimitedOperation, exchanges: readonly Exchange[], json: unknown): string | undefined {
  if (operation !== 'createPayment') return undefined;
  const made = exchanges.filter(succeeded).length;
  const reference = isFields(json) && typeof json['reference'] === 'string' ? json['reference'] : undefined;
  return `${made} payments${reference === undefined ? '' : ` with the reference “${reference}”`}`;
}

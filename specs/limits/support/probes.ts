// One probe for each limited operation, whose result several checks look at.
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { boundsOf, expectedOf, isTooQuick } from '../../../load/budget.ts';
import { type Characterised, characterise } from '../../../load/characterise.ts';
import type { Candidate } from '../../../load/fit/candidate.ts';
import type { Scale } from '../../../load/fit/designed-probe.ts';
import type { Fit } from '../../../load/fit/fit.ts';
import type { Bounds } from '../../../load/fit/probing.ts';
import { certainlyOneOf, type FoundLimit, foundLimit } from '../../../load/found-limit.ts';
import { inWords } from '../../../load/identity.ts';
import type { LimitedOperation } from '../../../load/limited-call.ts';
import { isFields, statusOf, succeeded } from '../../../subject/answers.ts';
import type { CallInput } from '../../../subject/calls.ts';
import { exhausting, whose } from './changes.ts';
import { isOther } from './identical-payments.ts';
import { interruption, unlessInterrupted } from './interruption.ts';
import { claim, forgotten, lastUse, remembered, requestFor } from './sending.ts';

export interface Probe {
  readonly limit: FoundLimit;
  /** The limiters of which one was surely observed, the likeliest first; none where that is not sure. */
  readonly surely: readonly Candidate[];
  /** All that explain what was answered; none where something else of the run may have been counted as well. */
  readonly possibly: readonly Candidate[];
  /** A limit was met, and the answers leave open which one. */
  readonly unclear: boolean;
  readonly exchanges: readonly Exchange[];
}

const probes = new WeakMap<Check['occasion'], Map<LimitedOperation, Promise<Probe>>>();

/** Probes an operation when it is first asked about; the checks of one occasion share what was found. */
export function probe(check: Check, id: LimitedOperation): Promise<Probe> {
  const known = probes.get(check.occasion) ?? new Map<LimitedOperation, Promise<Probe>>();
  probes.set(check.occasion, known);
  const probing = known.get(id) ?? probed(check, id);
  known.set(id, probing);
  return probing;
}

async function probed(check: Check, operation: LimitedOperation): Promise<Probe> {
  if (isTooQuick(check.depth)) check.untested('the time that a probe takes (--depth standard)');
  const { profile, depth } = check;
  unlessInterrupted(check);
  const call = await requestFor(check, operation);
  const expected = expectedOf(operation, profile.declares.rateLimits[operation]);
  const bounds = boundsOf(expected, depth);
  const { found, doubt } = await inQuiet(check, { operation, call, bounds, expected });
  const { exchanges, fit } = found;
  const other = exchanges.find(isOther);
  if (other) check.untested(`a request to ${operation} that is accepted: ${statusOf(other) ?? 'no answer'}`);
  const count = possibly(fit).reduce((most, candidate) => Math.max(most, candidate.count), 0);
  // Where hardly anything is certain about a limit, it is not certain either how many requests use it up.
  const isUsable = count > 0 && exhausting(count) <= bounds.requests;
  // No verdict reads whose the limit is.
  const isAsked = check.forRunbook && isUsable && !interruption.aborted;
  const owner = isAsked ? await whose(check, operation, call, count) : undefined;
  const created = createdBy(operation, exchanges, call.json);
  const limit = foundLimit({
    operation,
    bounds,
    probed: found,
    late: found.late,
    ...(doubt && { doubt }),
    ...(owner?.kind === 'found' && { whose: inWords(owner) }),
    ...(created && { created }),
  });
  check.limit(limit);
  const surely = doubt ? [] : certainlyOneOf(found);
  const unclear = doubt !== undefined || fit.kind === 'cannotTell' || fit.kind === 'nothingFits';
  return { limit, surely, possibly: doubt ? [] : possibly(fit), unclear, exchanges };
}

/** What a probe asks, in each of its attempts. */
interface Question {
  readonly operation: LimitedOperation;
  readonly call: CallInput;
  readonly bounds: Bounds;
  readonly expected: Scale | undefined;
}

interface Attempt {
  readonly found: Characterised;
  /** Why the limit may be another one all the same. */
  readonly doubt: string | undefined;
}

/** Milliseconds for which it is worth being silent before a probe is made again. */
const longestSilence = 20_000;

/**
 * A probe is made again, once, when it may have been disturbed: by what this run had sent before, or by a machine so busy that the
 * times are badly known.
 */
async function inQuiet(check: Check, question: Question): Promise<Attempt> {
  const first = await attempt(check, question, question.expected?.window ?? 0);
  const window = longestOf(first.found.fit);
  const disturbed =
    first.doubt !== undefined || (first.found.unrest !== undefined && first.found.fit.kind !== 'fitted');
  if (!disturbed || first.found.tooFar || interruption.aborted || remembered(window) > longestSilence) return first;
  const again = await attempt(check, question, window);
  return again.doubt === undefined && again.found.fit.kind === 'fitted' ? again : first;
}

/** `window`: milliseconds, of the limit whose earlier use has to be forgotten first. */
async function attempt(
  check: Check,
  { operation, call, bounds, expected }: Question,
  window: number,
): Promise<Attempt> {
  const { api } = check;
  await api.session(call.as === 'nobody' ? undefined : call.as);
  await forgotten(check, operation, window);
  const before = await lastUse(check, operation);
  const found = await characterise({
    bounds,
    ...(expected && { expected }),
    claim: (requests) => claim(check, operation, requests),
    send: (signal, onDemand) => api.call(operation, { ...call, on429: 'return', signal, onDemand }),
    signal: interruption,
  });
  const quietFor = (found.trace[0]?.sent ?? 0) - before;
  const doubt =
    quietFor < remembered(longestOf(found.fit))
      ? `This run had called it ${(quietFor / 1000).toFixed(1)} s before, which may have been counted as well.`
      : undefined;
  return { found, doubt };
}

const possibly = (fit: Fit): readonly Candidate[] =>
  fit.kind === 'fitted' || fit.kind === 'cannotTell' ? fit.set : [];

const longestOf = (fit: Fit): number => possibly(fit).reduce((longest, { window }) => Math.max(longest, window), 0);

/** How the operator finds again what the probe has made. */
function createdBy(operation: LimitedOperation, exchanges: readonly Exchange[], json: unknown): string | undefined {
  if (operation !== 'createPayment') return undefined;
  const made = exchanges.filter(succeeded).length;
  const reference = isFields(json) && typeof json['reference'] === 'string' ? json['reference'] : undefined;
  return `${made} payments${reference === undefined ? '' : ` with the reference “${reference}”`}`;
}

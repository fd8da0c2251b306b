// How the checks of the limits send: what the profile allows, claimed beforehand, and at exact moments.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { grace, toldWait } from '../../../load/announcement.ts';
import { type LimitedOperation, limitedCall } from '../../../load/limited-call.ts';
import { latest } from '../../../load/pacing/lateness.ts';
import { type Paced, pace, type Sent } from '../../../load/pacing/sender.ts';
import { payments } from '../../../load/scenarios/payments.ts';
import { type Fired, fired, type Scenario } from '../../../load/scenarios/scenario.ts';
import type { Arrival, Trace } from '../../../load/trace.ts';
import type { CallInput } from '../../../subject/calls.ts';
import { interruption, unlessInterrupted } from './interruption.ts';

/** When requests are due: the same one each time, unless an entry has one of its own. */
export type Stream = readonly Paced<CallInput | undefined>[];

const mostUnderWay = 256;

/** A request that is accepted while it is within its limit, with a body that no other check has sent. */
export async function requestFor(check: Check, id: LimitedOperation): Promise<CallInput> {
  const limited = await limitedCall(check.api, id);
  return limited.kind === 'ready' ? limited.call : check.untested(limited.what);
}

/** The clock of exchanges, the same in all processes of a run. */
export const clock = (): number => performance.timeOrigin + performance.now();

/** Ends the check before anything is sent when the profile does not allow as many. */
export function claim(check: Check, id: LimitedOperation, requests: number): void {
  if (id === 'createPayment') for (let claimed = 0; claimed < requests; claimed += 1) check.spend('createPayments');
}

export async function sendPaced(
  check: Check,
  id: LimitedOperation,
  call: CallInput,
  schedule: Stream,
): Promise<readonly Sent[]> {
  // Renewing the session in the middle would delay the requests that are due.
  await check.api.session(call.as === 'nobody' ? undefined : call.as);
  claim(check, id, schedule.length);
  const send = (own: CallInput | undefined, signal: AbortSignal, onDemand: (demand: Exchange) => void) =>
    check.api.call(id, { ...(own ?? call), on429: 'return', signal, onDemand });
  const { sent } = await pace(schedule, { send, concurrency: mostUnderWay, signal: interruption });
  unlessInterrupted(check);
  return sent;
}

export async function sendAtOnce(
  check: Check,
  id: LimitedOperation,
  call: CallInput,
  requests: number,
): Promise<readonly Exchange[]> {
  const schedule = Array.from({ length: requests }, () => ({ due: 0, request: undefined }));
  return (await sendPaced(check, id, call, schedule)).map(({ exchange }) => exchange);
}

/** Milliseconds. A target that hangs must not hold up the check for as long as each of its requests may take. */
const longestRun = 20_000;

export async function fire(check: Check, scenario: Scenario, payment: CallInput): Promise<Fired> {
  await check.api.session();
  claim(check, 'createPayment', scenario.fire.amount);
  const signal = AbortSignal.any([interruption, AbortSignal.timeout(longestRun)]);
  const run = await fired(scenario, payments(check.api, payment, scenario), signal);
  unlessInterrupted(check);
  return run;
}

/** Windows after which no algorithm remembers anything: a counter that slides looks back at one whole window before its own. */
const forgetting = 2.1;

/** Waits until what this run has used of a limit is forgotten, whatever its algorithm. */
export async function forgotten(check: Check, id: LimitedOperation, window: number): Promise<void> {
  await silence(check, (await lastUse(check, id)) + remembered(window) - clock());
}

/** Milliseconds for which a limit of this window may remember. */
export const remembered = (window: number): number => forgetting * window;

/** When anybody in this run last drew on a limit, the checks of other chapters included. */
export async function lastUse(check: Check, id: LimitedOperation): Promise<number> {
  return (await check.lastCall(id)) ?? Number.NEGATIVE_INFINITY;
}

/** Nothing is sent for so many milliseconds. */
export async function silence(check: Check, milliseconds: number): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal: interruption }).catch(() => undefined);
  unlessInterrupted(check);
}

/** Milliseconds of silence that are worth keeping to see whether a limit is over. */
export const longestSilence = 60_000;

/** A refusal may tell the client to stay away for longer than the window. False where that is too long to wait for. */
export async function stayedAway(check: Check, trace: Trace): Promise<boolean> {
  const refusals = trace.filter(({ answer }) => answer === 'refused');
  const wait = Math.max(...refusals.map(toldUntil)) - clock();
  if (wait > longestSilence) return false;
  await silence(check, wait);
  return true;
}

/** The end of what a refusal tells its client to wait. */
export const toldUntil = ({ received, announced }: Arrival): number => received + (toldWait(announced) ?? 0) + grace;

/** Milliseconds by which a request may be late without changing what a second holds. */
const punctual = 25;

/** Undefined when all went out as they were due. */
export const tooLate = (sent: readonly Sent[]): string | undefined => {
  const late = latest(sent);
  return late <= punctual ? undefined : `a quiet machine: a request went out ${late.toFixed(0)} ms late`;
};

const attempts = 3;

/**
 * An attempt that finds a fault fails the check, however the requests were paced. An attempt that finds none proves that there is
 * none only when the requests went out on time: late ones bunch up, and a correct limiter may answer them as a faulty one answers
 * punctual ones. So an attempt says what it lacked, if anything, and is made again.
 */
export async function inTime(check: Check, attempt: () => Promise<string | undefined>): Promise<void> {
  let lacked: string | undefined;
  for (let tried = 0; tried < attempts; tried += 1) {
    lacked = await attempt();
    if (lacked === undefined) return;
  }
  check.untested(`${lacked}, in the last of ${attempts} attempts`);
}

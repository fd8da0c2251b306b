// A replay: a recording and a plan of it, played to a candidate, compared, judged and accounted for.
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Openings } from '../../contract/openings.ts';
import { type ClientRequest, createClient, fieldBytes } from '../../exchange/client/client.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Redaction } from '../../exchange/redaction/redaction.ts';
import type { Connection } from '../../subject/connection.ts';
import { patient, politely, type Waits, waiting } from '../../subject/patience.ts';
import type { Profile } from '../../subject/profile/profile.ts';
import { type Read, wentOtherwise } from '../compare/answers.ts';
import type { Difference } from '../compare/difference.ts';
import { Aliases } from '../correlate/aliases.ts';
import { Bounded } from '../correlate/bounded.ts';
import { mayHaveDone } from '../correlate/effects.ts';
import { Renaming } from '../correlate/renaming.ts';
import { entriesOf } from '../plan/entries.ts';
import type { Filter } from '../plan/filter.ts';
import type { Plan } from '../plan/plan.ts';
import { type Planned, type Step, stepsOf } from '../plan/steps.ts';
import { type Account, Ledger } from '../verdict/account.ts';
import { type Assessing, assess } from '../verdict/assess.ts';
import { Consequences } from '../verdict/consequences.ts';
import { Findings, isAlsoRecorded } from '../verdict/findings.ts';
import type { Judgements, Outcomes, RateLimited } from '../verdict/result.ts';
import { createSwiftJudge } from '../verdict/swift-judge.ts';
import { createCast } from './cast.ts';
import { dispatch, type Tempo } from './dispatch.ts';
import type { Lag } from './lag.ts';
import { prepare } from './live-request.ts';
import type { Play } from './order.ts';
import { createRefusals } from './refusals.ts';

export interface ReplayOptions {
  readonly recordings: readonly string[];
  readonly plan: Plan;
  readonly profile: Profile;
  readonly openings: Openings;
  readonly tempo: Tempo;
  /** How often the whole recording is played, one after the other. */
  readonly loops: number;
  /** Why a step takes no part; undefined when it does. */
  readonly filter: Filter;
  readonly redaction: Redaction;
  readonly signal: AbortSignal;
  /** Sees what differs or breaks the contract. */
  onTelling?(exchange: Exchange): void;
}

export interface Played {
  readonly account: Account;
  readonly findings: Findings;
  readonly outcomes: Outcomes;
  readonly judgements: Judgements;
  readonly rateLimits: RateLimited;
  readonly lag: Lag;
  readonly startedAt: number;
  readonly seconds: number;
  /** Nobody answered a single request. */
  readonly unreachable: string | undefined;
  readonly stopped: boolean;
  /** Users whose logins the candidate refused, every one. */
  readonly refused: readonly string[];
}

const notLetIn: ReadonlySet<unknown> = new Set([401, 403]);
const isSuccess = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300;

type Counts<Of> = { -readonly [Key in keyof Of]: Of[Key] };

const usualSortNames = ['sort', 'sortBy', 'sort_by', 'order', 'orderBy', 'order_by'];
const mostLeftOut = 50_000;
/** So many requests in a row that nobody was there for: the rest would go the same way. */
const patienceWithNobody = 200;

export const replay = async (options: ReplayOptions): Promise<Played> => {
  const { plan, profile, tempo, filter, redaction } = options;
  const ledger = new Ledger();
  const findings = new Findings(redaction);
  const outcomes: Counts<Outcomes> = {
    equivalent: 0,
    excused: 0,
    different: 0,
    following: 0,
    incomparable: 0,
    withoutBody: 0,
  };
  const judgements: Counts<Judgements> = {
    changedButConforms: 0,
    changedAndViolates: 0,
    sameButViolates: 0,
    recordingViolates: 0,
  };
  const rateLimits: Counts<RateLimited> = { met: 0, explained: 0 };
  const stop = new AbortController();
  // Each request under way listens.
  setMaxListeners(0, stop.signal);
  const onStop = () => stop.abort();
  options.signal.addEventListener('abort', onStop, { once: true });
  if (options.signal.aborted) stop.abort();

  const client = createClient({
    baseUrl: profile.url,
    headers: Object.entries(profile.headers).map(([name, value]) => [name, fieldBytes(value)] as const),
    tls: profile.tls,
    ...(profile.proxy && { proxy: profile.proxy }),
    connections: tempo.concurrency,
    timeouts: profile.timeouts,
  });
  const waits: Waits = { count: 0, milliseconds: 0, inVain: 0 };
  const ownConnection: Connection = {
    send: (request, patience = patient) => {
      ledger.add('logging in by itself');
      return politely(() => client.send(request), patience, waits);
    },
    waits,
    sent: 0,
    close: () => client.close(),
  };
  const cast = createCast(plan, profile, ownConnection);
  const refusals = createRefusals(profile.declares.rateLimits);
  const values = new Map(Object.entries(plan.values));
  const oneToOne = new Set(plan.users.map(({ plays }) => plays)).size === plan.users.length;
  const startedAt = Date.now();
  const assessing: Assessing = {
    judge: createSwiftJudge(options.openings),
    recordedFrom: plan.recording.from === undefined ? 0 : Date.parse(plan.recording.from),
    replayedFrom: startedAt,
    values,
    sortNames: new Set([...usualSortNames, ...sortNamesOf(profile)]),
    ignored: plan.ignored,
    named: plan.named,
  };
  const unfollowed = new Set(plan.links.filter(({ follow }) => !follow).map(({ from, to }) => `${from} -> ${to}`));
  const follows =
    unfollowed.size === 0 ? () => true : (from: string, to: string) => !unfollowed.has(`${from} -> ${to}`);

  let answered = 0;
  let nobodyInARow = 0;
  let nobody: string | undefined;
  let renamings: Renaming[] = [];
  let consequences: Consequences[] = [];
  const logins = new Map<string, boolean>();
  const hasty = new WeakSet<Exchange>();
  const leftOut = new Bounded<number, true>(mostLeftOut);

  const perform = async ({ step, copy }: Play): Promise<void> => {
    const renaming = renamings[copy]!;
    try {
      const prepared = await prepare(step, {
        cast,
        renaming,
        values,
        copy,
        isLeftOut: (number) => leftOut.get(number) === true,
        isNeverMade: (key) => consequences[copy]!.isLeftOut(key),
        onRenewal: () => ledger.add('a token had ended'),
      });
      if (prepared.kind !== 'request') {
        const isOurs = prepared.kind === 'leftOut';
        if (isOurs) leftOut.set(step.number, true);
        consequences[copy]!.wentAstray(
          step,
          { field: undefined, leftOut: isOurs },
          mayHaveDone(step.response?.status, step.body),
        );
        return ledger.enter(isOurs ? 'filtered' : 'heldBack', prepared.because);
      }
      settle(step, copy, await sendPatiently(step, copy, prepared.request), renaming);
    } catch (error) {
      if (stop.signal.aborted) ledger.enter('heldBack', stopReason());
      else ledger.enter('failed', `it could not be sent or assessed: ${redaction.text((error as Error).message)}`);
    }
  };

  /** What was refused because of our speed is asked again when the candidate is ready for it. */
  const sendPatiently = async (step: Step, copy: number, request: ClientRequest): Promise<Exchange> => {
    const next = waiting(patient);
    for (;;) {
      refusals.sent(step, copy);
      const exchange = await client.send({ ...request, signal: stop.signal });
      refusals.answered(step, exchange);
      const response = exchange.outcome.kind === 'answered' ? exchange.outcome.response : undefined;
      if (response?.status !== 429 || step.response?.status === 429) return exchange;
      rateLimits.met += 1;
      if (refusals.explanation(step, exchange) === undefined) return exchange;
      rateLimits.explained += 1;
      const wait = next(response);
      if (wait === undefined) {
        hasty.add(exchange);
        return exchange;
      }
      ledger.add('asking again after 429');
      await pause(wait, undefined, { signal: stop.signal });
    }
  };

  const settle = (step: Step, copy: number, exchange: Exchange, renaming: Renaming): void => {
    const { outcome } = exchange;
    // First of all: what cannot be assessed must not be entered twice.
    const {
      got,
      differences: assessed,
      findings: found,
      recordedFindings,
    } = assess(step, exchange, renaming, assessing);
    if (outcome.kind === 'failed') {
      ledger.enter('failed', `${outcome.failure.kind}: ${redaction.text(outcome.failure.message)}`);
      if (outcome.failure.kind === 'refused' || outcome.failure.kind === 'tls') {
        nobodyInARow += 1;
        nobody = outcome.failure.message;
        if (nobodyInARow >= patienceWithNobody) stop.abort();
      }
    } else {
      ledger.sent();
      answered += 1;
      nobodyInARow = 0;
    }
    if (got && 'json' in got) cast.note(step, copy, got.json);
    const differences = assessed?.map((each) => withoutHaste(step, exchange, each));
    for (const finding of found)
      findings.violate(step.operation.key, finding, isAlsoRecorded(finding, recordedFindings));
    if (recordedFindings.length > 0) judgements.recordingViolates += 1;
    if (differences === undefined) outcomes.incomparable += 1;
    else {
      findings.compared(step.operation.key);
      if (step.response?.cut) outcomes.withoutBody += 1;
      const whole = differences.length === 0 ? undefined : consequences[copy]!.of(step);
      const causes = differences.map((each) => whole ?? consequences[copy]!.ofDifference(step, each));
      for (const [index, each] of differences.entries())
        findings.differ(step, exchange, each, found.length > 0, causes[index]);
      // What it was to bring is missing because of what was left out.
      if (whole?.leftOut) leftOut.set(step.number, true);
      noteStray(step, copy, exchange, got);
      const counted = causes.filter((_, index) => differences[index]!.lawful === undefined);
      if (counted.length > 0) {
        if (counted.every((cause) => cause !== undefined)) outcomes.following += 1;
        else outcomes.different += 1;
        if (found.length > 0) judgements.changedAndViolates += 1;
        else judgements.changedButConforms += 1;
      } else {
        if (differences.length > 0) outcomes.excused += 1;
        else outcomes.equivalent += 1;
        if (found.length > 0) judgements.sameButViolates += 1;
      }
    }
    if (found.length > 0 || (differences?.length ?? 0) > 0) options.onTelling?.(exchange);
  };

  /** Whether a limit is reached depends on how fast it is asked. */
  const withoutHaste = (step: Step, exchange: Exchange, difference: Difference): Difference => {
    if (difference.field !== 'status') return difference;
    if (hasty.has(exchange)) return { ...difference, lawful: 'it was asked faster than was recorded' };
    const lawful = step.response?.status === 429 ? refusals.admission(step, exchange) : undefined;
    return lawful === undefined ? difference : { ...difference, lawful };
  };

  const noteStray = (step: Step, copy: number, { outcome }: Exchange, got: Read | undefined): void => {
    const status = outcome.kind === 'answered' ? outcome.response.status : undefined;
    const { response, body } = step;
    const user = step.operation.key === 'login' && isSuccess(response?.status) ? cast.user(step) : undefined;
    if (user) logins.set(user.name, logins.get(user.name) || !notLetIn.has(status));
    if (response && outcome.kind === 'answered' && !wentOtherwise(response, body, outcome.response, got)) return;
    const done = mayHaveDone(response?.status, body) || mayHaveDone(status, got);
    consequences[copy]!.wentAstray(step, { field: 'status', leftOut: false }, done);
    if (status === 401) consequences[copy]!.wasNotLetIn(step);
  };

  const stopReason = () => (nobodyInARow >= patienceWithNobody ? 'nobody answered any more' : 'the run was stopped');

  const takes = (planned: Planned): planned is Extract<Planned, { kind: 'step' }> => {
    if (planned.kind === 'unusable') {
      ledger.notUsable(planned.where, planned.reason);
      return false;
    }
    const reason = planned.kind === 'elsewhere' ? 'it went to another address than the API' : filter(planned.step);
    if (reason !== undefined && planned.kind === 'step') {
      leftOut.set(planned.step.number, true);
      const { response, body } = planned.step;
      const done = mayHaveDone(response?.status, body);
      for (const each of consequences) each.wentAstray(planned.step, { field: undefined, leftOut: true }, done);
    }
    const parts = planned.kind === 'elsewhere' || reason !== undefined ? tempo.copies : 0;
    ledger.recorded += tempo.copies;
    for (let part = 0; part < parts; part += 1) ledger.enter('filtered', reason!);
    return parts === 0;
  };

  const started = performance.now();
  let lag: Lag | undefined;
  try {
    for (let loop = 0; loop < options.loops; loop += 1) {
      const aliases = new Aliases();
      renamings = Array.from({ length: tempo.copies }, () => new Renaming(oneToOne));
      consequences = renamings.map((renaming) => new Consequences(aliases, renaming));
      const steps = stepsOf(entriesOf(options.recordings), { bases: plan.bases, follows, aliases });
      lag = await dispatch(steps, tempo, {
        takes,
        whose: (step) => cast.user(step)?.name ?? step.session.user,
        perform,
        abandon: () => ledger.enter('heldBack', stopReason()),
        signal: stop.signal,
      });
    }
  } finally {
    options.signal.removeEventListener('abort', onStop);
    await client.close();
  }
  return {
    account: ledger.account,
    findings,
    outcomes,
    judgements,
    rateLimits,
    lag: lag!,
    startedAt,
    seconds: (performance.now() - started) / 1000,
    unreachable: answered === 0 ? nobody : undefined,
    stopped: options.signal.aborted,
    refused: [...logins].filter(([, letIn]) => !letIn).map(([name]) => name),
  };
};

const sortNamesOf = ({ open }: Profile): string[] =>
  [open.sort, open.sortV1].flatMap((stated) => (stated.kind === 'declared' ? [stated.value] : []));

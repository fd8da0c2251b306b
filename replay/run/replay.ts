// A replay: a recording and a plan of it, played to a candidate, compared, judged and accounted for.
import { setMaxListeners } from 'node:events';
import type { Openings } from '../../contract/openings.ts';
import { type Client, createClient, fieldBytes } from '../../exchange/client/client.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Redaction } from '../../exchange/redaction/redaction.ts';
import { isUsualHeader } from '../../exchange/redaction/rules/own-headers.ts';
import type { Connection } from '../../subject/connection.ts';
import type { Profile } from '../../subject/profile/profile.ts';
import { usedCodes } from '../../subject/session/used-codes.ts';
import { noWaits, patient, politely, type Waits } from '../../subject/waiting/patience.ts';
import type { Field } from '../compare/fields/field.ts';
import { Aliases } from '../correlate/aliases.ts';
import { Answered, type Load } from '../load/answered.ts';
import { refusalsUnderLoad } from '../load/limited.ts';
import { type Sequenced, sequenced } from '../order/sequence.ts';
import { circleOf } from '../plan/circles.ts';
import { entriesOf } from '../plan/entries.ts';
import type { Filter } from '../plan/filter.ts';
import type { Plan } from '../plan/plan.ts';
import { stepsOf } from '../plan/steps.ts';
import type { Onto } from '../shape/onto.ts';
import { Access } from '../verdict/access.ts';
import { type Account, Accounting } from '../verdict/account.ts';
import { type Assessing, isAmong } from '../verdict/assess.ts';
import { createCachedJudge } from '../verdict/cached-judge.ts';
import { Findings } from '../verdict/findings.ts';
import { Latencies, type OperationLatency } from '../verdict/latency.ts';
import type { RateLimited } from '../verdict/result.ts';
import { Tally } from '../verdict/tally.ts';
import { Copies } from './copies.ts';
import { dispatch, type TakingPart, type Tempo } from './dispatch.ts';
import { createHaste } from './haste.ts';
import { type Lag, Quiet } from './lag.ts';
import { perform, type Run, whyStopped } from './perform.ts';
import { createRefusals } from './refusals.ts';
import { candidateUsers } from './users/candidate-users.ts';

interface ReplayOptions {
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
  /** Present where the candidate has other data than the recorded server. */
  readonly onto?: Onto;
  /** The recording is played as load: statuses are compared, and nothing else of the answers. */
  readonly asLoad?: boolean;
  /** The replay only learns what differs, and no report shows its exchanges. */
  readonly isBaseline?: boolean;
  readonly signal: AbortSignal;
  /** Called with each exchange that differs or breaks the contract. */
  onTelling?(exchange: Exchange): void;
}

export interface Played {
  readonly account: Account;
  readonly findings: Findings;
  readonly tally: Tally;
  readonly latencies: readonly OperationLatency[];
  readonly rateLimits: RateLimited;
  /** Present where the recording was played as load. */
  readonly load?: Load;
  readonly lag: Lag;
  readonly startedAt: number;
  readonly seconds: number;
  /** What excuses groups of differences, beside what the caller asks for. */
  readonly excused?: Onto['excused'];
  /** Why not a single request was answered; undefined when one was. */
  readonly unreachable: string | undefined;
  readonly stopped: boolean;
  /** Users of whom the candidate refused every login. */
  readonly refused: readonly string[];
}

const usualSortNames = ['sort', 'sortBy', 'sort_by', 'order', 'orderBy', 'order_by'];

export const replay = async (options: ReplayOptions): Promise<Played> => {
  const { plan, profile, tempo, redaction, signal } = options;
  const stop = new AbortController();
  // Each request under way adds a listener, of which Node.js would otherwise warn.
  setMaxListeners(0, stop.signal);
  const onStop = () => stop.abort();
  signal.addEventListener('abort', onStop, { once: true });
  if (signal.aborted) stop.abort();

  const accounting = new Accounting();
  const client = clientFor(profile, tempo);
  const startedAt = Date.now();
  const answers = new Answered();
  const refusals = options.asLoad ? refusalsUnderLoad : createRefusals(profile.declares.rateLimits);
  const run: Run = {
    users: candidateUsers(plan, profile, loggingIn(client, accounting)),
    copies: new Copies(tempo.copies, isOneToOne(plan)),
    haste: createHaste(
      client,
      refusals,
      accounting,
      answers,
      stop.signal,
      tempo.speed === 'asap' ? undefined : new Quiet(),
    ),
    assessing: assessingOf(options, startedAt),
    accounting,
    access: new Access(),
    tally: new Tally(),
    latencies: new Latencies(),
    findings: new Findings(redaction, !options.isBaseline),
    redaction,
    ...(options.onto && { onto: options.onto }),
    ownHeaders: ownHeadersOf(profile),
    stop,
    onTelling: (exchange) => options.onTelling?.(exchange),
  };

  const started = performance.now();
  let lag: Lag | undefined;
  try {
    for (let loop = 0; loop < options.loops; loop += 1) {
      const aliases = new Aliases();
      run.findings.loop = loop + 1;
      run.copies.begin(aliases, options.onto);
      const steps = stepsOf(entriesOf(options.recordings, profile), {
        bases: plan.bases,
        follows: followsOf(plan),
        aliases,
      });
      lag = await dispatch(sequenced(steps, { circleOf: circleOf(plan), aliases }), tempo, {
        takes: (planned): planned is TakingPart => takes(run, options, planned),
        perform: (sending) => perform(run, sending),
        abandon: () => accounting.enter('heldBack', whyStopped(run)),
        signal: stop.signal,
      });
    }
  } finally {
    signal.removeEventListener('abort', onStop);
    await client.close();
  }
  return {
    account: accounting.account,
    findings: run.findings,
    tally: run.tally,
    latencies: run.latencies.found,
    rateLimits: run.haste.rateLimits,
    ...(options.asLoad && { load: { statuses: answers.statuses, latency: run.latencies.all } }),
    ...(options.onto && { excused: options.onto.excused }),
    lag: lag!,
    startedAt,
    seconds: (performance.now() - started) / 1000,
    unreachable: run.access.unreachable,
    stopped: signal.aborted,
    refused: run.access.refused,
  };
};

const clientFor = (profile: Profile, { concurrency }: Tempo): Client =>
  createClient({
    baseUrl: profile.url,
    headers: Object.entries(profile.headers).map(([name, value]) => [name, fieldBytes(value)] as const),
    tls: profile.tls,
    ...(profile.proxy && { proxy: profile.proxy }),
    connections: concurrency,
    timeouts: profile.timeouts,
  });

/** Headers of which the profile has the living value, such as a gateway's key; the others are the recorded client's own. */
const ownHeadersOf = ({ headers }: Profile): ReadonlySet<string> =>
  new Set(
    Object.keys(headers)
      .filter((name) => !isUsualHeader(name))
      .map((name) => name.toLowerCase())
      .filter((name) => name !== 'authorization' && name !== 'cookie'),
  );

/** Sends logins of our own, beside those that were recorded. */
const loggingIn = (client: Client, accounting: Accounting): Connection => {
  const waits: Waits = { ...noWaits };
  return {
    send: async (request, patience = patient) => {
      accounting.add('logging in by itself');
      const exchange = await politely(() => client.send(request), patience, waits);
      if (exchange.resent) accounting.sentAgain('logging in by itself');
      return exchange;
    },
    waits,
    usedCodes: usedCodes(),
    sent: 0,
    close: () => client.close(),
  };
};

const assessingOf = ({ plan, profile, openings, onto, asLoad }: ReplayOptions, startedAt: number): Assessing => ({
  judge: createCachedJudge(openings),
  recordedFrom: plan.recording.from === undefined ? 0 : Date.parse(plan.recording.from),
  replayedFrom: startedAt,
  values: new Map(Object.entries(plan.values)),
  sortNames: new Set([...usualSortNames, ...sortNamesOf(profile)]),
  ignored: plan.ignored,
  isNamed: amongNamed(plan),
  ...(onto && { onto }),
  statusAlone: asLoad === true,
  declared: openings.successStatuses,
});

/** Remembers the answer for each field, because millions of values are in the same few fields. */
const amongNamed = ({ named }: Plan): Assessing['isNamed'] => {
  const known = new WeakMap<Field, boolean>();
  return (operation, field) => {
    const found = known.get(field) ?? isAmong(named, operation, field.path);
    known.set(field, found);
    return found;
  };
};

const sortNamesOf = ({ open }: Profile): string[] =>
  [open.sort, open.sortV1].flatMap((stated) => (stated.kind === 'declared' ? [stated.value] : []));

/** Whether no two recorded users are played by one user of the profile. Those who were never let in have no things to confuse. */
const isOneToOne = ({ users }: Plan): boolean => {
  const played = users.map(({ actsAs }) => actsAs).filter((name) => name !== 'as recorded' && name !== 'nobody');
  return new Set(played).size === played.length;
};

const followsOf = ({ links }: Plan): ((from: string, to: string) => boolean) => {
  const unfollowed = new Set(links.filter(({ follow }) => !follow).map(({ from, to }) => `${from} -> ${to}`));
  return unfollowed.size === 0 ? () => true : (from, to) => !unfollowed.has(`${from} -> ${to}`);
};

/** Accounts for a step that does not take part. */
const takes = (
  { accounting, copies }: Run,
  { tempo, filter }: ReplayOptions,
  planned: Sequenced,
): planned is TakingPart => {
  if (planned.kind === 'unusable' || planned.kind === 'omitted') {
    accounting[planned.kind].enter(planned.reason, planned.where);
    return false;
  }
  const reason = planned.kind === 'elsewhere' ? 'it went to another address than the API' : filter(planned.step);
  accounting.recorded += tempo.copies;
  if (reason === undefined) return true;
  if (planned.kind === 'step') copies.leaveOut(planned.step);
  for (let copy = 0; copy < tempo.copies; copy += 1) accounting.enter('filtered', reason);
  return false;
};

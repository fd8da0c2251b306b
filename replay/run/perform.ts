// Performs one step: makes its request, sends it, assesses the answer, and enters the result where it counts.
import type { ClientRequest } from '../../exchange/client/client.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Redaction } from '../../exchange/redaction/redaction.ts';
import { readTokens, type Tokens } from '../../subject/session/tokens.ts';
import { isDemand, type Read } from '../compare/answers.ts';
import type { Difference } from '../compare/difference.ts';
import type { Sending } from '../order/order.ts';
import type { Step } from '../plan/steps.ts';
import type { Onto } from '../shape/onto.ts';
import type { Early } from '../shape/undemanded.ts';
import type { Access } from '../verdict/access.ts';
import type { Accounting } from '../verdict/account.ts';
import { type Assessing, assess, readGot } from '../verdict/assess.ts';
import { isAlsoRecorded, standingOf } from '../verdict/breaches.ts';
import type { Findings } from '../verdict/findings.ts';
import type { Latencies } from '../verdict/latency.ts';
import type { Tally } from '../verdict/tally.ts';
import type { Copies, Copy } from './copies.ts';
import type { Haste, Sent } from './haste.ts';
import { type Preparing, prepare } from './live-request.ts';
import type { CandidateUsers } from './users/candidate-users.ts';
import { bindTokens, unaskedDemand } from './users/second-factor.ts';

/** What the steps of one replay share. */
export interface Run {
  readonly users: CandidateUsers;
  readonly copies: Copies;
  readonly haste: Haste;
  readonly assessing: Assessing;
  readonly accounting: Accounting;
  readonly access: Access;
  readonly tally: Tally;
  readonly latencies: Latencies;
  readonly findings: Findings;
  readonly redaction: Redaction;
  readonly onto?: Onto;
  /** Names, in lower case, of the headers that the profile sends in the place of recorded ones. */
  readonly ownHeaders: ReadonlySet<string>;
  readonly stop: AbortController;
  /** Called with each exchange that differs or breaks the contract. */
  onTelling(exchange: Exchange): void;
}

/** The difference of a second factor that is demanded where none was recorded; another implementation may demand it. */
const demandIn = ({ assessing, onto }: Run): readonly Difference[] => {
  if (assessing.statusAlone) return [];
  return [onto ? { ...unaskedDemand, lawful: 'any operation may demand a second factor' } : unaskedDemand];
};

const undemanded = 'the candidate demands no second factor where the recorded server did';

/** Never rejects: an error is entered as well. */
export const perform = async (run: Run, { step, copy }: Pick<Sending, 'step' | 'copy'>): Promise<void> => {
  const { users, copies, assessing, accounting, redaction, ownHeaders, stop } = run;
  const here = seenIn(run, step, copy);
  try {
    if (run.onto && here.undemanded.isConfirmation(step)) return accounting.enter('filtered', undemanded);
    const early = run.onto && here.undemanded.answerTo(step);
    if (early) return answeredBefore(run, step, copy, early);
    const stranger = run.onto?.strangerIn(step, here.renaming);
    if (stranger !== undefined)
      return heldBack(
        run,
        step,
        here,
        `it is not known which thing of the candidate is meant, ${step.operation.key} ${stranger}`,
      );
    const preparing: Preparing = {
      users,
      renaming: here.renaming,
      validators: here.validators,
      values: assessing.values,
      ownHeaders,
      copy,
      isLeftOut: (number) => copies.isLeftOut(number),
      isNeverMade: (key) => here.consequences.isLeftOut(key),
      introduced: (place, key) => run.onto?.introduced(place, key, here.renaming),
      onRenewal: () => accounting.add('a token had ended'),
      onUnlike: (what) => accounting.sentUnlike(what),
    };
    const prepared = await prepare(step, preparing);
    if (prepared.kind === 'missing') return heldBack(run, step, here, whyMissing(step, prepared.from, here));
    if (prepared.kind !== 'request') {
      const isOurs = prepared.kind === 'leftOut';
      copies.notSent(step, here, isOurs);
      return accounting.enter(isOurs ? 'filtered' : 'heldBack', prepared.because);
    }
    const request = run.onto ? run.onto.translate(step.operation.key, prepared.request) : prepared.request;
    if ('because' in request) return heldBack(run, step, here, request.because);
    const sent = await sentWithFreshCode(run, step, copy, request, preparing);
    const got = readGot(step, sent.exchange);
    if (run.onto && here.undemanded.note(step, sent.exchange, got))
      return doneAtOnce(run, step, copy, { exchange: sent.exchange, got });
    run.latencies.note(step, sent.exchange);
    const lived = await users.secondFactor.past(step, users.user(step), request, { exchange: sent.exchange, got });
    const isUnmet = lived === undefined && run.onto !== undefined && isDemand(got) && !isDemand(step.body);
    if (lived !== undefined || isUnmet) judgeAlone(run, step, sent.exchange);
    if (lived === undefined) {
      if (isUnmet) heldBack(run, step, here, users.secondFactor.whyUnmet(step, users.user(step)));
      else settle(run, step, copy, sent, got);
    } else {
      accounting.add('confirming a second factor that was not recorded');
      if (lived.kind === 'answered') {
        const { exchange } = lived;
        settle(run, step, copy, { ...sent, exchange }, readGot(step, exchange), demandIn(run));
      } else loggedIn(run, step, copy, sent, lived.tokens);
    }
  } catch (error) {
    if (stop.signal.aborted) accounting.enter('heldBack', whyStopped(run));
    else accounting.enter('failed', `it could not be sent or assessed: ${redaction.text((error as Error).message)}`);
  }
};

const seenIn = ({ copies, users, onto }: Run, step: Step, copy: number): Copy => {
  const user = onto && users.user(step);
  return user === undefined ? copies.at(copy) : copies.seenBy(user.name, copy);
};

/** A candidate may take each code of an authenticator app only once; then the step goes out once more, with the next one. */
const sentWithFreshCode = async (
  { users, haste, accounting }: Run,
  step: Step,
  copy: number,
  request: ClientRequest,
  preparing: Preparing,
): Promise<Sent> => {
  const sent = await haste.send(step, copy, request);
  if (!users.mayTryAnotherCode(step, sent.exchange)) return sent;
  const again = await prepare(step, preparing);
  if (again.kind !== 'request') return sent;
  accounting.add('confirming again, with another code');
  const other = await haste.send(step, copy, again.request);
  users.mayTryAnotherCode(step, other.exchange);
  return other;
};

/** Names the first cause, even where the step lacks something for other reasons that follow from it. */
const whyMissing = (step: Step, from: string, { consequences }: Copy): string => {
  const cause = consequences.rootOf(step);
  if (cause === undefined) return `no answer of the candidate had the value that it refers to, ${from}`;
  const went = cause.field === undefined ? 'was not sent' : 'was not answered as recorded';
  return `it follows from ${cause.operation}, which ${went}`;
};

const heldBack = ({ copies, accounting }: Run, step: Step, here: Copy, because: string): void => {
  copies.notSent(step, here, false);
  accounting.enter('heldBack', because);
};

export const whyStopped = ({ access }: Run): string =>
  access.isGone ? 'nobody answered any more' : 'the run was stopped';

/** The candidate did at once what was recorded after a demand. Judged here for a login; other answers when the recording repeats the step. */
const doneAtOnce = (run: Run, step: Step, copy: number, { exchange, got }: Early): void => {
  run.accounting.enter('filtered', undemanded);
  run.access.answered();
  if (!run.onto?.learned.isConfirmed(step.number)) run.copies.didMore(step, seenIn(run, step, copy));
  noteLogin(run, step, exchange);
  if (got && 'json' in got) run.users.note(step, copy, got.json);
  if (step.operation.key === 'login') judgeAlone(run, step, exchange);
};

/** Judges an answer that is compared with none, such as a demand that only the candidate makes. */
const judgeAlone = (run: Run, step: Step, exchange: Exchange): void => {
  const { findings } = run.assessing.judge(exchange);
  for (const finding of findings) run.findings.violate(step, exchange, finding, false);
  if (findings.length > 0) run.onTelling(exchange);
};

/** The candidate answered this with an earlier step. The answer to a login has the tokens that were recorded at the exchange. */
const answeredBefore = (run: Run, step: Step, copy: number, { exchange, got }: Early): void => {
  if (step.operation.key === 'exchangeSignToken') {
    const tokens = got && 'json' in got ? readTokens(got.json, Date.now()) : undefined;
    if (tokens && step.body && 'json' in step.body)
      bindTokens(seenIn(run, step, copy).renaming, step.body.json, tokens);
    run.accounting.enter('filtered', undemanded);
  } else settle(run, step, copy, { exchange }, got);
};

/** The login took other steps than recorded and ended in a session. */
const loggedIn = (run: Run, step: Step, copy: number, { exchange }: Sent, tokens: Tokens): void => {
  const { access, tally, findings } = run;
  account(run, exchange);
  access.loggedIn(run.users.user(step)!.name, 200);
  if (step.body && 'json' in step.body) bindTokens(seenIn(run, step, copy).renaming, step.body.json, tokens);
  findings.compared(step.operation.key);
  const differences = demandIn(run);
  const groups = differences.map((each) =>
    findings.differ({ step, exchange, differences }, each, 'allowed', undefined),
  );
  tally.enter({ differences, findings: [], recordedFindings: [] }, groups, false);
  run.onTelling(exchange);
};

const settle = (
  run: Run,
  step: Step,
  copy: number,
  sent: Sent,
  got: Read | undefined,
  before: readonly Difference[] = [],
): void => {
  const { users, copies, haste, assessing, tally, findings } = run;
  const { exchange } = sent;
  const here = seenIn(run, step, copy);
  // This comes first, so that an answer that cannot be assessed is not entered twice.
  const assessed = assess(step, exchange, got, here, assessing);
  account(run, exchange);
  const { findings: found, recordedFindings } = assessed;
  if (got && 'json' in got) users.note(step, copy, got.json);
  for (const finding of found) findings.violate(step, exchange, finding, isAlsoRecorded(finding, recordedFindings));
  const differences = assessed.differences && [
    ...before,
    ...assessed.differences.map((each) => haste.excused(step, sent, each)),
  ];
  const causes = differences ? copies.causesOf(step, here, differences) : [];
  const groups: string[] = [];
  if (differences) {
    findings.compared(step.operation.key);
    const standing = standingOf(found, recordedFindings);
    for (const [index, each] of differences.entries())
      groups.push(findings.differ({ step, exchange, differences }, each, standing, causes[index]));
    noteLogin(run, step, exchange);
    copies.answered(step, here, exchange, got);
  }
  tally.enter({ differences, findings: found, recordedFindings }, groups, step.response?.cut === true);
  if (found.length > 0 || (differences?.length ?? 0) > 0) run.onTelling(exchange);
};

const account = ({ accounting, access, redaction, stop }: Run, { outcome }: Exchange): void => {
  if (outcome.kind === 'failed') {
    accounting.enter('failed', `${outcome.failure.kind}: ${redaction.text(outcome.failure.message)}`);
    access.failed(outcome.failure);
    if (access.isGone) stop.abort();
  } else {
    accounting.sent();
    access.answered();
  }
};

/** Notes whether the candidate accepts credentials that were accepted in the recording. */
const noteLogin = ({ users, access }: Run, step: Step, { outcome }: Exchange): void => {
  const user = step.operation.key === 'login' && isSuccess(step.response?.status) ? users.user(step) : undefined;
  if (user) access.loggedIn(user.name, outcome.kind === 'answered' ? outcome.response.status : undefined);
};

const isSuccess = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300;

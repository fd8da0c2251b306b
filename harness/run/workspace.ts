// The workspace for the checks of a process, one after another or several at a time: their equipment and their results. The
// asynchronous context tells which check a request belongs to.
import { AsyncLocalStorage } from 'node:async_hooks';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { rule } from '../../contract/judge/rules.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { FoundLimit } from '../../load/found-limit.ts';
import type { Growth } from '../../load/pictures/growth.ts';
import { isTimeout } from '../../subject/answers.ts';
import { type Caller, newCaller } from '../../subject/waiting/caller.ts';
import type { Check } from '../declare/check.ts';
import { Untested } from '../declare/failures.ts';
import { openEquipment, type WaitingForCode } from '../equipment.ts';
import type { Observation, ReportedFinding, TestOutcome } from '../record.ts';
import type { Settings } from '../settings.ts';
import type { Tried } from './confirmation.ts';
import { type Ending, findingOf, isOverdue } from './ending.ts';
import type { Ledger } from './ledger.ts';
import { retried } from './retried.ts';

export interface CheckSession {
  readonly check: Check;
  /** Does the work of the check: whatever the work sends is sent for this check. */
  within<Result>(work: () => Promise<Result>): Promise<Result>;
  /** `isDoubtful`: the check concludes from time or load. */
  end(outcome: TestOutcome, ending: Ending, isDoubtful: boolean): Omit<Tried, 'ending'>;
  /** The latest call of the check that got no answer to its question. */
  unanswered(): Exchange | undefined;
  /** The latest request of the check that timed out. */
  timedOut(): Exchange | undefined;
}

/** Called with what the judge finds during a check, unless a second look may take it back (confirmation.ts). */
export type OnFinding = (finding: ReportedFinding) => void;

export interface Workspace {
  begin(id: RequirementId, onFinding?: OnFinding): CheckSession;
  /** Begins a new occasion: shared results are found out anew. */
  startAnew(): void;
  close(): Promise<void>;
}

interface Listeners {
  readonly waitingForCode?: WaitingForCode;
  /** Sees each exchange, whichever check it was made for. */
  exchange?(exchange: Exchange): void;
}

/** What belongs to one check while it is done. */
interface CheckContext {
  readonly caller: Caller;
  readonly ledger: Ledger;
  /** The requirement that is checked; undefined before the check has begun, and after its end. */
  purpose?: RequirementId | undefined;
  onFinding?: OnFinding | undefined;
  earliest?: Exchange;
  latest?: Exchange;
  timedOut?: Exchange;
}

/** Milliseconds between two looks at how busy this process is. */
const loopInterval = 10;

export function openWorkspace(settings: Settings, { waitingForCode, exchange: seen }: Listeners = {}): Workspace {
  let occasion = {};
  const loop = monitorEventLoopDelay({ resolution: loopInterval });
  loop.enable();

  const contexts = new AsyncLocalStorage<CheckContext>();
  let newest: CheckContext | undefined;
  /** Holds requests that belong to no check, such as those after the end of one; they count with the next check that begins. */
  let unclaimed: CheckContext | undefined;
  const current = (): CheckContext => {
    const context = contexts.getStore() ?? newest;
    if (context && (context.purpose !== undefined || context.caller.isOver)) return context;
    unclaimed ??= newContext();
    return unclaimed;
  };
  const equipment = openEquipment(
    settings,
    (exchange) => {
      const context = current();
      context.earliest ??= exchange;
      context.latest = exchange;
      if (isTimeout(exchange)) context.timedOut = exchange;
      context.ledger.enter(exchange);
      seen?.(exchange);
      return context.purpose === undefined ? {} : { purpose: context.purpose };
    },
    { caller: () => current().caller, ...(waitingForCode && { waitingForCode }) },
  );
  const { api, offered, profile, fixtures, redaction, lastCalls, runs, spend } = equipment;

  function newContext(): CheckContext {
    const ledger = equipment.newLedger((finding) => {
      const { requirement } = finding;
      const { purpose, onFinding } = context;
      if (purpose !== undefined && requirement !== purpose && requirement !== rule.wholeResponse) onFinding?.(finding);
    });
    const context: CheckContext = { caller: newCaller(), ledger };
    return context;
  }

  function begin(id: RequirementId, onFinding?: OnFinding): CheckSession {
    const observations: Observation[] = [];
    const limits: FoundLimit[] = [];
    const latencies: Growth[] = [];
    const context = unclaimed ?? newContext();
    unclaimed = undefined;
    newest = context;
    context.purpose = id;
    context.onFinding = onFinding;
    loop.reset();
    let isInDoubt = false;
    const doubt = () => {
      isInDoubt = true;
    };
    const check: Check = {
      api: offered,
      profile,
      fixtures,
      seed: settings.seed,
      depth: settings.depth,
      forRunbook: settings.runbook === true || settings.depth === 'deep',
      runs,
      occasion,
      doubt,
      retried: (work, how) => retried(work, doubt, how),
      spend,
      observe: (saw) => void observations.push({ requirement: id, saw: redaction.text(saw) }),
      limit: (found) => void limits.push(found),
      lastCall: lastCalls.of,
      latency: (measured) => void latencies.push(measured),
      untested: (missing) => {
        throw new Untested(missing);
      },
    };
    const end: CheckSession['end'] = (outcome, ending, isDoubtful) => {
      context.purpose = undefined;
      context.caller.isOver = isOverdue(ending);
      const { ledger, caller, earliest, latest } = context;
      const failed = findingOf(id, ending, api.exchangeBehind);
      if (failed) ledger.find(failed.finding, failed.exchange ?? latest);
      const record = {
        requirement: id,
        outcome,
        observations,
        ...(limits.length > 0 && { limits }),
        ...(latencies.length > 0 && { latencies }),
        ...ledger.take(),
        waits: caller.waits,
        delay: Math.max(0, loop.max / 1e6 - loopInterval),
      };
      const exchanges = earliest && latest ? `${earliest.id} to ${latest.id}` : 'none';
      return { record, isDoubtful: isDoubtful || isInDoubt, exchanges };
    };
    return {
      check,
      within: (work) => contexts.run(context, work),
      end,
      unanswered: () => context.caller.unanswered,
      timedOut: () => context.timedOut,
    };
  }

  const startAnew = () => {
    occasion = {};
  };

  const close = async () => {
    loop.disable();
    await equipment.close();
  };
  return { begin, startAnew, close };
}

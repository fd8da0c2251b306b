// The workspace at which checks are done, one after another: what they send with, and what came of each.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { rule } from '../../contract/judge/rules.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { FoundLimit } from '../../load/found-limit.ts';
import type { Growth } from '../../load/pictures/growth.ts';
import type { Check } from '../declare/check.ts';
import { Untested } from '../declare/failures.ts';
import { openEquipment, type Progress } from '../equipment.ts';
import type { Observation, ReportedFinding, TestOutcome } from '../record.ts';
import type { Settings } from '../settings.ts';
import type { Tried } from './confirmation.ts';
import { type Ending, findingOf } from './ending.ts';
import { retried } from './retried.ts';

export interface CheckSession {
  readonly check: Check;
  /** `isDoubtful`: whatever it concluded, it concluded from time or load. */
  end(outcome: TestOutcome, ending: Ending, isDoubtful: boolean): Omit<Tried, 'ending'>;
  /** The latest call of the check that got no answer to its question. */
  unanswered(): Exchange | undefined;
}

export interface Workspace {
  begin(id: RequirementId): CheckSession;
  /** From here on, what checks share is found out anew. */
  startAnew(): void;
  close(): Promise<void>;
}

/** Milliseconds between two looks at how busy this process is. */
const loopInterval = 10;

/** `progress` is told what the judge finds during a check, unless a second look may take it back (confirmation.ts). */
export function openWorkspace(settings: Settings, progress: Progress = {}): Workspace {
  let purpose: RequirementId | undefined;
  let earliest: Exchange | undefined;
  let latest: Exchange | undefined;
  let occasion = {};
  const loop = monitorEventLoopDelay({ resolution: loopInterval });
  loop.enable();

  const isSure = ({ requirement }: ReportedFinding) =>
    purpose !== undefined && requirement !== purpose && requirement !== rule.wholeResponse;
  const equipment = openEquipment(
    settings,
    (exchange) => {
      earliest ??= exchange;
      latest = exchange;
      return purpose === undefined ? {} : { purpose };
    },
    {
      ...progress,
      finding: (finding) => {
        if (isSure(finding)) progress.finding?.(finding);
      },
    },
  );
  const { api, offered, profile, fixtures, redaction, ledger, lastCalls, runs, spend } = equipment;

  function begin(id: RequirementId): CheckSession {
    const observations: Observation[] = [];
    const limits: FoundLimit[] = [];
    const latencies: Growth[] = [];
    const waitsBefore = api.waits.count;
    const unansweredBefore = api.unanswered();
    purpose = id;
    earliest = undefined;
    latest = undefined;
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
      runs,
      occasion,
      doubt,
      retried: (work) => retried(work, doubt),
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
      purpose = undefined;
      const failed = findingOf(id, ending, api.exchangeBehind);
      if (failed) ledger.find(failed.finding, failed.exchange ?? latest);
      const record = {
        requirement: id,
        outcome,
        observations,
        ...(limits.length > 0 && { limits }),
        ...(latencies.length > 0 && { latencies }),
        ...ledger.take(),
        waits: api.waits.count - waitsBefore,
        delay: Math.max(0, loop.max / 1e6 - loopInterval),
      };
      const exchanges = earliest && latest ? `${earliest.id} to ${latest.id}` : 'none';
      return { record, isDoubtful: isDoubtful || isInDoubt, exchanges };
    };
    const unanswered = () => (api.unanswered() === unansweredBefore ? undefined : api.unanswered());
    return { check, end, unanswered };
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

// The words for the results of a replay, for the terminal and the page alike.

import type { NewStatus } from '../../replay/compare/difference.ts';
import { isNewBreach } from '../../replay/verdict/breaches.ts';
import { unjudged } from '../../replay/verdict/latency.ts';
import type { DifferenceGroup, ReplayResult, ViolationGroup } from '../../replay/verdict/result.ts';
import { counted, number, times } from '../verdict/wording.ts';

/** What happened to a field, in words. */
export const kindWords: Readonly<Record<DifferenceGroup['kind'], string>> = {
  failure: 'no answer',
  status: 'another status',
  header: 'another value',
  removed: 'removed',
  added: 'added',
  type: 'another type',
  value: 'another value',
  order: 'another order',
};

/** What differs, in words; `count` exchanges show it. */
export const differenceWords = (group: DifferenceGroup): string =>
  `${plainWords(group)}${group.loop === undefined ? '' : `, first in loop ${group.loop}`}`;

const plainWords = ({ kind, count, rejection, newStatus }: DifferenceGroup): string => {
  if (newStatus !== undefined) return statusWords(newStatus);
  if (rejection === undefined) return kindWords[kind];
  const { by } = rejection;
  const what =
    by === 'candidate'
      ? 'the candidate refuses what the recording accepted'
      : 'the candidate accepts what the recording refused';
  return `${what}: ${saidWords(rejection)}, ${counted(count, 'exchange')}`;
};

/** `503 "Busy"` */
const saidWords = ({ status, error }: { readonly status: number; readonly error?: string }): string =>
  `${status}${error === undefined ? '' : ` "${error}"`}`;

const statusWords = (told: NewStatus): string => {
  if (told.instead !== undefined) return `${kindWords.status}: ${told.instead} → ${saidWords(told)}`;
  return `the candidate ${told.status === 429 ? 'asks for patience' : 'breaks down'}: ${saidWords(told)}`;
};

const noneShown = 'no must of the contract that one answer shows is broken';

/** What each of the answers that differ shows by itself: a rule that takes several answers to see is not judged. */
export const judgedWords = ({ count, violating, violatingBefore, advised }: DifferenceGroup): string => {
  const of = (some: number) => (some === count ? 'the answer' : `${number(some)} of the answers`);
  if (violating > 0) return `the contract forbids ${of(violating)}`;
  if (violatingBefore > 0) return `the contract forbids ${of(violatingBefore)}, and the recorded answer as well`;
  return advised > 0 ? `${noneShown}; its advice is against ${of(advised)}` : noneShown;
};

/** Whether the recording has the departure as well. */
export const sinceWords = ({ count, alsoRecorded }: ViolationGroup): string =>
  alsoRecorded === 0
    ? 'not in the recording'
    : alsoRecorded === count
      ? 'as in the recording'
      : `in the recording ${times(alsoRecorded)}`;

/** What the reader should know about which users were replayed as whom. */
export const castWords = ({ plan: { recording, users } }: ReplayResult): string[] => [
  ...(recording.keys === undefined
    ? []
    : [
        `the recording was written with ${number(recording.keys)} keys, under each of which a user has another name; ASSAY_REDACTION_KEY keeps one key`,
      ]),
  ...users.filter(({ actsAs }) => actsAs === 'nobody').map(({ recorded, because }) => `${recorded}: ${because}`),
];

/** The words for a replay that found nothing against the candidate. */
export const asRecorded = ({ load, differences }: ReplayResult): string => {
  const what = load ? 'every status' : 'every answer';
  return `${what} is as it was recorded${differences.length === 0 ? '' : ', except for excused differences'}`;
};

/** How many answers the load had, and how long they took. */
export const loadWords = ({ load, timing }: ReplayResult): string | undefined => {
  if (load === undefined) return undefined;
  const { count, p50, p95, p99 } = load.latency;
  return `Load: ${counted(count, 'answer')}, ${number(timing.perSecond)} a second, p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`;
};

/** `200 1,204 times · 429 once` */
export const statusesWords = (statuses: Readonly<Record<string, number>>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status === 'none' ? 'no answer' : status} ${times(count)}`)
    .join(' · ');

/** What of the answers was compared; undefined when it was everything. */
export const comparedWords = ({ load, compared }: ReplayResult): string | undefined => {
  if (load) return 'status alone, as load';
  return compared === 'shape' ? 'status and shape alone, not by values' : undefined;
};

export const refusedWords = ({ rateLimits: { met, explained }, load }: ReplayResult): string =>
  `429 ${times(met)}, ${number(explained)} ${load ? 'of them of operations that the specification limits' : 'because of the speed of the replay'}`;

/** The words for whose times are compared with those of the candidate. */
export const paceWords = (latency: ReplayResult['latency']): string => {
  const { before, threshold } = latency;
  const seldom = unjudged(latency);
  const but = seldom === 0 ? '' : `; ${counted(seldom, 'operation')} answered too seldom to be judged`;
  return `Milliseconds of the ${before} and of the candidate${threshold === undefined ? ', shown and not judged' : `, at most ${threshold} times as long${but}`}`;
};

interface Departures {
  readonly title: string;
  readonly isGrave: boolean;
  readonly groups: readonly ViolationGroup[];
}

/** Separates musts from advice, and among the musts those that the recording keeps from those that it breaks as well. */
export const departuresOf = (violations: readonly ViolationGroup[]): Departures[] => {
  const musts = violations.filter(({ level }) => level === 'must');
  const fresh = musts.filter(isNewBreach);
  const old = musts.filter((group) => !isNewBreach(group));
  const advice = violations.filter(({ level }) => level === 'advice');
  const notTaken = advice.filter(({ count, alsoRecorded }) => count > alsoRecorded).length;
  return [
    { title: `${counted(fresh.length, 'must')} broken that the recording keeps`, isGrave: true, groups: fresh },
    { title: `${counted(old.length, 'must')} broken as in the recording`, isGrave: false, groups: old },
    {
      title: `${counted(advice.length, 'piece')} of advice not taken, ${number(notTaken)} of them new`,
      isGrave: false,
      groups: advice,
    },
  ].filter(({ groups }) => groups.length > 0);
};

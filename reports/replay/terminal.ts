// The result of a replay for the terminal.
import type { ReplayResult, ViolationGroup } from '../../replay/verdict/result.ts';
import { folded } from '../terminal/fold.ts';
import { type Ink, inkFor } from '../terminal/ink.ts';
import { visible } from '../terminal/visible.ts';
import { counted, duration, number, statusMarks, times } from '../verdict/wording.ts';
import { altogether, comparedIn, type Family, familiesOf, placesOf, whereOf } from './families.ts';
import {
  asRecorded,
  castWords,
  comparedWords,
  departuresOf,
  differenceWords,
  judgedWords,
  kindWords,
  loadWords,
  paceWords,
  refusedWords,
  sinceWords,
  statusesWords,
} from './wording.ts';

interface ReplayLook {
  readonly colour?: boolean;
  readonly width?: number;
  /** Where the page is, when one was written. */
  readonly report?: string;
}

const mostShown = 25;
const indent = '    ';
const labelWidth = 10;

/** The whole summary at the end of a replay. */
export const replaySummary = (
  result: ReplayResult,
  { colour = false, width = 100, report }: ReplayLook = {},
): string => {
  const ink = inkFor(colour);
  const counting = familiesOf(result.differences.filter(({ excuse }) => excuse === undefined));
  const excused = familiesOf(result.differences.filter(({ excuse }) => excuse !== undefined));
  const sections = [
    ...counting.slice(0, mostShown).map((family) => differenceLines(family, ink, width)),
    ...(counting.length > mostShown ? [[`and ${number(counting.length - mostShown)} more in replay.json`]] : []),
    excusedLines(excused, ink, width),
    ...violationLines(result.violations, ink, width),
    loadLines(result, ink, width),
    latencyLines(result.latency, ink),
    closingLines(result, ink, width, report),
  ];
  return `\n${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
};

const fieldLines = (label: string, text: string, ink: Ink, width: number): string[] =>
  folded(visible(text), width - indent.length - labelWidth).map(
    (line, index) => `${indent}${ink.dim((index === 0 ? label : '').padEnd(labelWidth))}${line}`,
  );

const differenceLines = (family: Family, ink: Ink, width: number): string[] => {
  const { first, field, groups, count } = family;
  const { example } = first;
  const all = altogether(family);
  const where = whereOf(family);
  return [
    first.rejection
      ? `${ink.red(ink.bold(`✗ ${where}`))}  ${visible(differenceWords(all))}`
      : `${ink.red(ink.bold(`✗ ${where}`))}  ${ink.bold(visible(field === '' ? 'body' : field))}  ${differenceWords(all)}  ${ink.dim(`${times(count)}, with ${counted(comparedIn(family), 'answer')} compared`)}`,
    ...(groups.length === 1 ? [] : fieldLines('where', placesOf(family), ink, width)),
    ...fieldLines('sent', example.request, ink, width),
    ...(example.at === first.field && groups.length === 1 ? [] : fieldLines('at', example.at, ink, width)),
    ...fieldLines('recorded', example.recorded, ink, width),
    ...fieldLines('got', example.got, ink, width),
    ...fieldLines('judged', judgedWords(all), ink, width),
  ];
};

const mostPlaces = 6;

/** A line for each reason, however many differences it excuses. */
const excusedLines = (families: readonly Family[], ink: Ink, width: number): string[] => {
  if (families.length === 0) return [];
  const byReason = new Map<string, Family[]>();
  for (const family of families) {
    const { by, because } = family.first.excuse!;
    const reason = `${by}: ${because}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), family]);
  }
  return [
    ink.bold(`${counted(families.length, 'difference')} excused`),
    ...[...byReason]
      .slice(0, mostShown)
      .flatMap(([reason, alike]) => folded(`${indent}${excusedWords(alike)} (${visible(reason)})`, width)),
    ...(byReason.size > mostShown
      ? [ink.dim(`${indent}and ${number(byReason.size - mostShown)} more reasons in replay.json`)]
      : []),
  ];
};

const excusedWords = (families: readonly Family[]): string => {
  const sum = families.reduce((total, { count }) => total + count, 0);
  const places = families
    .slice(0, mostPlaces)
    .map(
      (family) => `${whereOf(family)} ${family.field === '' ? 'body' : family.field}: ${kindWords[family.first.kind]}`,
    );
  const more = families.length - mostPlaces;
  return `${places.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}${families.length > 1 ? ', altogether' : ''} ${times(sum)}`;
};

const violationLines = (groups: readonly ViolationGroup[], ink: Ink, width: number): string[][] =>
  departuresOf(groups).map(({ title, isGrave, groups: alike }) => [
    isGrave ? ink.red(ink.bold(title)) : ink.bold(title),
    ...alike
      .slice(0, mostShown)
      .flatMap((group) =>
        folded(
          `${indent}${group.requirement} ${group.operation} ${group.at}: expected ${visible(group.expected)}; got ${visible(group.got)} (${times(group.count)}, ${sinceWords(group)})`,
          width,
        ),
      ),
  ]);

const mostOperations = 10;

const loadLines = (result: ReplayResult, ink: Ink, width: number): string[] => {
  const operations = Object.entries(result.load?.statuses ?? {});
  if (operations.length === 0) return [];
  return [
    ink.bold(loadWords(result) ?? ''),
    ...operations
      .slice(0, mostShown)
      .flatMap(([operation, statuses]) => folded(`${indent}${operation.padEnd(26)}${statusesWords(statuses)}`, width)),
    ...(operations.length > mostShown
      ? [ink.dim(`${indent}and ${number(operations.length - mostShown)} more in replay.json`)]
      : []),
  ];
};

type Operation = ReplayResult['latency']['operations'][number];

const latencyLines = (latency: ReplayResult['latency'], ink: Ink): string[] => {
  if (latency.operations.length === 0) return [];
  const change = (before: number, now: number) => `${before} → ${now}`.padEnd(20);
  const weight = ({ slower, unclear }: Operation) => (slower ? 2 : unclear ? 1 : 0);
  const shown = [...latency.operations].sort((one, other) => weight(other) - weight(one)).slice(0, mostOperations);
  return [
    ink.bold(paceWords(latency)),
    ink.dim(`${indent}${''.padEnd(26)}${'p50'.padEnd(20)}${'p95'.padEnd(20)}p99`),
    ...shown.map((each) => {
      const { operation, before, now, slower, unclear } = each;
      const mark = slower ? '✗' : unclear ? '?' : ' ';
      const line = `${operation.padEnd(26)}${change(before.p50, now.p50)}${change(before.p95, now.p95)}${change(before.p99, now.p99).trimEnd()}`;
      return `  ${slower ? ink.red(`${mark} ${line}`) : `${mark} ${line}`}`;
    }),
    ...(latency.operations.length > mostOperations
      ? [ink.dim(`${indent}and ${number(latency.operations.length - mostOperations)} more in replay.json`)]
      : []),
  ];
};

const closingLines = (result: ReplayResult, ink: Ink, width: number, report: string | undefined): string[] => {
  const { status, because, account, outcomes, timing, rateLimits } = result;
  const comparedBy = comparedWords(result);
  const paint = { passed: ink.green, failed: ink.red, undecided: ink.yellow }[status];
  const reasons = (fate: 'filtered' | 'heldBack' | 'failed') =>
    Object.entries(account.because[fate]).map(
      ([reason, count]) => `${indent}${number(count)} ${words[fate]}: ${visible(reason)}`,
    );
  return [
    ink.dim('─'.repeat(Math.min(width, 100))),
    `${counted(account.recorded, 'exchange')} recorded = ${number(account.sent)} sent + ${number(account.filtered)} filtered + ${number(account.heldBack)} held back + ${number(account.failed)} failed`,
    ...[...reasons('filtered'), ...reasons('heldBack'), ...reasons('failed')].flatMap((line) => folded(line, width)),
    ...Object.entries(account.added).flatMap(([reason, count]) =>
      folded(`${indent}${counted(count, 'request')} of our own: ${visible(reason)}`, width),
    ),
    ...Object.entries(account.unlike ?? {}).flatMap(([what, count]) =>
      folded(`${indent}${number(count)} sent otherwise than recorded: ${visible(what)}`, width),
    ),
    ...(account.omitted ?? []).flatMap(({ reason, count, first }) =>
      folded(`${indent}${number(count)} left out: ${visible(reason)} (first ${visible(first)})`, width),
    ),
    `${number(outcomes.equivalent)} equivalent · ${number(outcomes.different)} different · ${number(outcomes.excused)} excused${outcomes.following > 0 ? ` · ${number(outcomes.following)} follow from others` : ''}${outcomes.incomparable > 0 ? ` · ${number(outcomes.incomparable)} without a recorded answer` : ''}`,
    ...(comparedBy === undefined ? [] : [`compared by ${comparedBy}`]),
    ...castWords(result).flatMap((line) => folded(visible(line), width)),
    ...(outcomes.withoutBody > 0
      ? [`${counted(outcomes.withoutBody, 'answer')} without a whole body, compared by status and headers alone`]
      : []),
    ...(rateLimits.met > 0 ? [refusedWords(result)] : []),
    ink.dim(`${duration(timing.seconds)} · ${number(Math.round(timing.perSecond))} a second · speed ${timing.speed}`),
    ...(timing.lag
      ? [
          ink.dim(
            `sent late by p50 ${timing.lag.own.p50} ms, p99 ${timing.lag.own.p99} ms; ${number(timing.lag.held.count)} waited for an answer`,
          ),
        ]
      : []),
    '',
    `${paint(ink.bold(`${statusMarks[status]} ${status}`))}  ${because.length === 0 ? asRecorded(result) : because.map(visible).join('; ')}`,
    ...(report === undefined ? [] : [`  report  ${report}`]),
  ];
};

const words = { filtered: 'filtered', heldBack: 'held back', failed: 'failed' } as const;

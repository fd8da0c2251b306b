// The verdict as a person meets it in the terminal: failures first, each once, then what else there is to know.
import type { ReportedFinding } from '../../harness/record.ts';
import { acceptanceOf, acceptedResults, deviationEntries, isAccepted } from '../verdict/acceptance.ts';
import { byReason } from '../verdict/groups.ts';
import type { RequirementResult, Status, Verdict } from '../verdict/verdict.ts';
import {
  counted,
  disturbances,
  duration,
  findingLines,
  madeThere,
  meaning,
  narrowings,
  number,
  repeatCommand,
  saysWhere,
  statusMarks,
  times,
  verdictMarks,
  verdicts,
} from '../verdict/wording.ts';
import { folded, foldedCommand, packed } from './fold.ts';
import { type Ink, inkFor } from './ink.ts';
import { visible } from './visible.ts';

export interface Look {
  readonly colour: boolean;
  readonly width: number;
}

export interface SummaryLook extends Look {
  /** Where the page is, when one was written. */
  readonly report?: string;
}

/** All that is worth saying at the end of a run. */
export function summary(verdict: Verdict, { colour, width, report }: SummaryLook): string {
  const page: Layout = { ink: inkFor(colour), width: Math.min(Math.max(width, narrowest), widest) };
  const having = (wanted: string) =>
    verdict.requirements.filter((result) => result.verdict === wanted && !isAccepted(result));
  const sections = [
    acceptedSection(acceptedResults(verdict), page),
    ...having('fail').map((result) => failure(result, verdict, page)),
    adviceSection(having('advice'), page),
    reasonsSection('could not be judged', having('error'), page, page.ink.red),
    reasonsSection('untested', having('untested'), page, page.ink.yellow),
    limitsSection(verdict, page),
    closing(verdict, page, report),
    acceptingSection(verdict, page),
  ];
  return `\n${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}`;
}

/** One failed requirement, to be read without the rest of the run. */
export const failureBlock = (
  result: RequirementResult,
  verdict: Verdict,
  { colour, width }: Look = { colour: false, width: 100 },
): string => failure(result, verdict, { ink: inkFor(colour), width }).join('\n');

interface Layout {
  readonly ink: Ink;
  readonly width: number;
}

const indent = '    ';
const labelWidth = 10;
const idWidth = 9;
const mostDepartures = 5;
const mostAdvice = 12;
const longestText = 700;
// Longer lines are harder to read, and a narrower terminal folds by itself.
const [narrowest, widest] = [40, 100];

function failure(result: RequirementResult, verdict: Verdict, page: Layout): readonly string[] {
  const [first, ...others] = result.findings;
  const again = [...(first?.shown ? [visible(first.shown.curl)] : []), repeatCommand(result.id, verdict)];
  return [
    ...heading(result, page),
    ...(first ? findingBlock(first, page) : field('got', result.reason ?? '', page)),
    ...again.flatMap((command, index) => field(index === 0 ? 'again' : '', command, page, foldedCommand)),
    ...otherDepartures(others, page),
  ];
}

function heading({ id, says, verdict, counts }: RequirementResult, { ink, width }: Layout): readonly string[] {
  const paint = verdict === 'fail' ? ink.red : ink.yellow;
  const count = counts.findings > 1 ? times(counts.findings) : '';
  const label = `${verdictMarks[verdict]} ${id}`.padEnd(idWidth);
  const room = width - label.length - 2;
  const [first = '', ...rest] = folded(visible(says), room - (count === '' ? 0 : count.length + 2));
  const gap = ' '.repeat(count === '' ? 0 : room - first.length - count.length);
  return [
    `${paint(ink.bold(label))}  ${ink.bold(first)}${gap}${ink.dim(count)}`,
    ...rest.map((line) => `${' '.repeat(label.length + 2)}${ink.bold(line)}`),
  ];
}

const findingBlock = (finding: ReportedFinding, page: Layout): readonly string[] =>
  findingLines(finding).flatMap(({ label, text }) => field(label, text, page));

function field(label: string, text: string, { ink, width }: Layout, fold = folded): readonly string[] {
  const shown = fold === folded ? shortened(visible(text)) : text;
  return fold(shown, width - indent.length - labelWidth).map(
    (line, index) => `${indent}${ink.dim((index === 0 ? label : '').padEnd(labelWidth))}${line}`,
  );
}

function otherDepartures(others: readonly ReportedFinding[], page: Layout): readonly string[] {
  const left = others.length - mostDepartures;
  return [
    ...others.slice(0, mostDepartures).flatMap((finding) => field('also', inOneLine(finding), page)),
    ...(left > 0 ? field('', `and ${number(left)} more, each on the page`, page) : []),
  ];
}

function inOneLine({ operation, at, expected, got, count, shown }: ReportedFinding): string {
  const where = [shown?.sent ?? operation, saysWhere(at) ? at : undefined]
    .filter((part) => part !== undefined)
    .join(', ');
  return `${where}: expected ${expected}; got ${got}${count > 1 ? ` (${times(count)})` : ''}`;
}

function adviceSection(results: readonly RequirementResult[], page: Layout): readonly string[] {
  if (results.length === 0) return [];
  const left = results.length - mostAdvice;
  return [
    page.ink.bold(`${counted(results.length, 'piece')} of advice not followed`),
    ...results
      .slice(0, mostAdvice)
      .flatMap((result) => [
        ...hanging(`${verdictMarks.advice} ${result.id}`, result.says, page, page.ink.yellow),
        ...(result.findings[0] ? hanging('', inOneLine(result.findings[0]), page, page.ink.yellow, page.ink.dim) : []),
      ]),
    ...(left > 0 ? [`${indent}and ${number(left)} more, each on the page`] : []),
  ];
}

/** One paragraph for each thing that was missing, however many requirements wait for it. */
function reasonsSection(
  title: string,
  results: readonly RequirementResult[],
  page: Layout,
  paint: (text: string) => string,
): readonly string[] {
  if (results.length === 0) return [];
  return [
    page.ink.bold(`${counted(results.length, 'requirement')} ${title}`),
    ...byReason(results).flatMap(({ key, members }) => [
      ...hanging(number(members.length).padStart(idWidth), key, page, paint),
      ...hanging('', idRanges(members.map(({ id }) => id)), page, paint, page.ink.dim),
      ...(members[0]?.remedy === undefined ? [] : hanging('', `→ ${members[0].remedy}`, page, paint)),
    ]),
  ];
}

function acceptedSection(results: readonly RequirementResult[], page: Layout): readonly string[] {
  if (results.length === 0) return [];
  return [
    page.ink.bold(`${counted(results.length, 'deviation')} accepted by name`),
    ...results.flatMap((result) => [
      ...hanging(`${statusMarks.accepted} ${result.id}`, result.says, page, page.ink.blue),
      ...hanging('', acceptanceOf(result), page, page.ink.blue, page.ink.dim),
    ]),
  ];
}

const mostEntries = 8;

/** Lines to paste, whole: a folded line would not be the one that was meant. */
function acceptingSection(verdict: Verdict, page: Layout): readonly string[] {
  const entries = deviationEntries(verdict);
  if (entries.length === 0) return [];
  const purpose = 'What this target cannot show or will not mend yet can be accepted by name';
  if (entries.length > mostEntries) {
    return folded(`${purpose}: the end of the page has the lines for a file of --accept.`, page.width);
  }
  return [
    ...folded(`${purpose}. A file for --accept, to be reviewed and given an owner:`, page.width),
    '',
    'deviations:',
    ...entries.flat(),
  ];
}

/** Where rate limits were all that was asked about, what was found out of them is the answer. */
function limitsSection({ limits = [], only }: Verdict, page: Layout): readonly string[] {
  if (only.length !== 1 || only[0] !== 'RATE') return [];
  return limits.flatMap(({ says, created }, index) => [
    ...(index === 0 ? [] : ['']),
    ...folded(visible(says), page.width),
    ...(created === undefined ? [] : folded(`Created: ${visible(created)}.`, page.width).map(page.ink.dim)),
  ]);
}

function hanging(
  label: string,
  text: string,
  { width }: Layout,
  paintLabel: (text: string) => string,
  paintText: (text: string) => string = (line) => line,
): readonly string[] {
  const start = label.padEnd(idWidth);
  return folded(shortened(visible(text)), width - start.length - 2).map(
    (line, index) => `${index === 0 ? paintLabel(start) : ' '.repeat(start.length)}  ${paintText(line)}`,
  );
}

/** `CARD-03 to CARD-09, CARD-14`: runs of following numbers are drawn together. */
function idRanges(ids: readonly string[]): string {
  const runs: string[][] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last !== undefined && followedBy(last, id)) run.push(id);
    else runs.push([id]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', '))).join(', ');
}

function followedBy(id: string, next: string): boolean {
  const [[area, count], [nextArea, nextCount]] = [id.split('-'), next.split('-')];
  return area === nextArea && Number(count) + 1 === Number(nextCount);
}

const statusPaint: Readonly<Record<Status, keyof Ink>> = {
  passed: 'green',
  accepted: 'blue',
  failed: 'red',
  undecided: 'yellow',
};

function closing(verdict: Verdict, page: Layout, report: string | undefined): readonly string[] {
  const { ink, width } = page;
  const { status, seed, depth, exchanges, resent, waits, seconds } = verdict;
  const paint = ink[statusPaint[status]];
  const made = madeThere(verdict);
  const run = [
    `${counted(exchanges, 'exchange')} in ${duration(seconds)}`,
    ...(resent > 0 ? [`${number(resent)} sent again after a kept-alive connection had ended`] : []),
    ...(waits > 0 ? [`asked to slow down ${times(waits)}`] : []),
    ...(verdict.traffic ? [] : [`seed ${seed}`, `depth ${depth}`]),
  ];
  const margin = '✗ undecided  '.length;
  const said = folded(visible(meaning(verdict)), width - margin);
  return [
    ink.dim('─'.repeat(width)),
    ...totalsLines(verdict, page),
    ...packed(run, ' · ', width).map(ink.dim),
    ...(made === undefined ? [] : folded(`left at the target: ${made}`, width).map(ink.dim)),
    ...[...narrowings(verdict), ...disturbances(verdict)].flatMap((text) => folded(`Note: ${text}.`, width)),
    '',
    ...said.map((line, index) =>
      index === 0
        ? `${paint(ink.bold(`${statusMarks[status]} ${status}`.padEnd(margin)))}${line}`
        : `${' '.repeat(margin)}${line}`,
    ),
    ...(report === undefined ? [] : [`${ink.dim('  report'.padEnd(margin))}${report}`]),
  ];
}

const verdictPaint: Readonly<Record<string, keyof Ink>> = {
  pass: 'green',
  fail: 'red',
  error: 'red',
  advice: 'yellow',
  untested: 'yellow',
};

function totalsLines({ totals, requirements }: Verdict, { ink, width }: Layout): readonly string[] {
  const [first = '', ...others] = verdicts
    .filter((verdict) => totals[verdict] > 0)
    .map((verdict) => `${number(totals[verdict])} ${verdict}`);
  const painted = (text: string, verdict: string) => ink[verdictPaint[verdict] ?? 'plain'](text);
  return packed([`${counted(requirements.length, 'requirement')}: ${first}`, ...others], ' · ', width).map((line) =>
    line.replaceAll(/[\d,]+ (\w+)/g, painted),
  );
}

const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length <= longestText ? text : `${characters.slice(0, longestText).join('')}…`;
};

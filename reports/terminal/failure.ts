// One failed requirement in the terminal: what was sent, expected and got, and how to see it again.
import stringWidth from 'string-width';
import type { ReportedFinding } from '../../harness/record.ts';
import { againOf } from '../verdict/again.ts';
import type { RequirementResult, Verdict } from '../verdict/verdict.ts';
import { findingLines, number, saysWhere, times, verdictMarks } from '../verdict/wording.ts';
import { folded, foldedCommand } from './fold.ts';
import { field, idWidth, type Layout } from './layout.ts';
import { visible } from './visible.ts';

const mostDepartures = 5;

export function failure(result: RequirementResult, verdict: Verdict, page: Layout): readonly string[] {
  const [first, ...others] = result.findings;
  const { lines, note } = againOf(result, verdict);
  return [
    ...heading(result, page),
    ...(first ? findingBlock(first, page) : field('got', result.reason ?? '', page)),
    ...lines.flatMap((line, index) => field(index === 0 ? 'again' : '', visible(line), page, foldedCommand)),
    ...(note === undefined ? [] : field('note', note, page)),
    ...otherDepartures(others, page),
  ];
}

/** The text when a broken must is found. How often it was found, and how to see it again, is left to the summary. */
export function early(result: RequirementResult, page: Layout): readonly string[] {
  const [first] = result.findings;
  return [
    ...heading({ ...result, counts: { ...result.counts, findings: 1 } }, page),
    ...(first ? findingBlock(first, page) : field('got', result.reason ?? '', page)),
  ];
}

function heading({ id, says, verdict, counts }: RequirementResult, { ink, width }: Layout): readonly string[] {
  const paint = verdict === 'fail' ? ink.red : ink.yellow;
  const count = counts.findings > 1 ? times(counts.findings) : '';
  const label = `${verdictMarks[verdict]} ${id}`.padEnd(idWidth);
  const room = width - label.length - 2;
  const [first = '', ...rest] = folded(visible(says), room - (count === '' ? 0 : count.length + 2));
  const gap = ' '.repeat(count === '' ? 0 : Math.max(1, room - stringWidth(first) - count.length));
  return [
    `${paint(ink.bold(label))}  ${ink.bold(first)}${gap}${ink.dim(count)}`,
    ...rest.map((line) => `${' '.repeat(label.length + 2)}${ink.bold(line)}`),
  ];
}

const findingBlock = (finding: ReportedFinding, page: Layout): readonly string[] =>
  findingLines(finding).flatMap(({ label, text }) => field(label, text, page));

function otherDepartures(others: readonly ReportedFinding[], page: Layout): readonly string[] {
  const left = others.length - mostDepartures;
  return [
    ...others.slice(0, mostDepartures).flatMap((finding) => field('also', inOneLine(finding), page)),
    ...(left > 0 ? field('', `and ${number(left)} more, each on the page`, page) : []),
  ];
}

export function inOneLine({ operation, at, expected, got, count, shown }: ReportedFinding): string {
  const where = [shown?.sent ?? operation, saysWhere(at) ? at : undefined]
    .filter((part) => part !== undefined)
    .join(', ');
  return `${where}: expected ${expected}; got ${got}${count > 1 ? ` (${times(count)})` : ''}`;
}

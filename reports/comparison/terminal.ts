// What changed since an earlier verdict, for the terminal.
import { folded } from '../terminal/fold.ts';
import { inkFor } from '../terminal/ink.ts';
import { hanging, idWidth, type Layout } from '../terminal/layout.ts';
import { groupedBy, idRuns } from '../verdict/groups.ts';
import type { Change, ChangeKind, Comparison, Verdict } from '../verdict/verdict.ts';
import { number, readableTime, statusMarks } from '../verdict/wording.ts';
import { byKind, circumstancesOf, outcomeOf, reasonOf, sentenceOf, transition } from './changes.ts';

/** A part of the summary of a run, where it was compared. */
export function sinceSection({ since }: Verdict, page: Layout): readonly string[] {
  if (since === undefined) return [];
  const { file, status, startedAt } = since.earlier;
  return [
    ...folded(`Since ${file} (${status}, ${readableTime(startedAt)}): ${outcomeOf(since)}`, page.width).map(
      page.ink.bold,
    ),
    ...byKind(since).flatMap(({ kind, changes }) => paragraphs(kind, changes, page)),
    ...notes(since, page),
    ...(since.gate === 'new'
      ? folded(`--gate new: only what is new decides the exit code, which is that of ${since.status}.`, page.width)
      : []),
  ];
}

/** Lists of up to this many are always shown whole. */
const mostRuns = 30;

/** A paragraph for each transition: `121  no longer decided (pass → untested): SESS-26, MFA-07 to MFA-09`. */
const paragraphs = (kind: ChangeKind, changes: readonly Change[], page: Layout): readonly string[] =>
  groupedBy(changes, transition).flatMap(({ key, members }) => {
    const runs = idRuns(members);
    const left = runs.slice(mostRuns).reduce((sum, { count }) => sum + count, 0);
    const ids = runs.slice(0, mostRuns).map(({ text }) => text);
    const more = left > 0 ? `, and ${number(left)} more, each on the page` : '';
    const label = number(members.length).padStart(idWidth);
    const how = kind === 'still failing' ? kind : `${kind} (${key})`;
    return hanging(label, `${how}: ${ids.join(', ')}${more}`, page, paintOf(kind, page));
  });

/** All that `assay diff` has to say. */
export function comparisonText(
  comparison: Comparison,
  [earlier, later]: readonly [Verdict, Verdict],
  { colour, width, file }: { readonly colour: boolean; readonly width: number; readonly file: string },
): string {
  const page: Layout = { ink: inkFor(colour), width };
  const requirements = [...later.requirements, ...earlier.requirements];
  const sides = [
    `${comparison.earlier.file}  ${earlier.status}, ${readableTime(earlier.startedAt)}, ${earlier.target}`,
    `${file}  ${later.status}, ${readableTime(later.startedAt)}, ${later.target}`,
  ];
  const groups = byKind(comparison).map(({ kind, changes }) => [
    page.ink.bold(`${number(changes.length)} ${kind}`),
    ...changes.flatMap((change) => changeLines(change, { requirements }, page)),
  ]);
  const mark = `${statusMarks[comparison.status]} ${outcomeOf(comparison)}`;
  return `${[sides, ...groups, notes(comparison, page), [page.ink[paints[comparison.status]](page.ink.bold(mark))]]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function changeLines(change: Change, verdict: Pick<Verdict, 'requirements'>, page: Layout): readonly string[] {
  const reason = reasonOf(change, verdict);
  return [
    ...hanging(change.id, `${sentenceOf(change, verdict)} (${transition(change)})`, page, paintOf(change.kind, page)),
    ...(reason === undefined || change.kind === 'gone' ? [] : hanging('', reason, page, page.ink.plain, page.ink.dim)),
  ];
}

const notes = (comparison: Comparison, { width }: Layout): readonly string[] =>
  circumstancesOf(comparison).flatMap((text) => folded(`Note: ${text}.`, width));

const paints = { passed: 'green', failed: 'red', undecided: 'yellow' } as const;

function paintOf(kind: ChangeKind, { ink }: Layout): (text: string) => string {
  if (kind === 'newly failing' || kind === 'still failing') return ink.red;
  return kind === 'newly passing' ? ink.green : ink.yellow;
}

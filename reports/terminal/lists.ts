// The lists of requirements in the terminal: advice not followed, what could not be judged or tested, what is accepted by name.
import { acceptanceOf } from '../verdict/acceptance.ts';
import { byReason } from '../verdict/groups.ts';
import type { RequirementResult } from '../verdict/verdict.ts';
import { counted, number, statusMarks, verdictMarks } from '../verdict/wording.ts';
import { inOneLine } from './failure.ts';
import { hanging, idWidth, indent, type Layout } from './layout.ts';

const mostAdvice = 12;

export function adviceSection(results: readonly RequirementResult[], page: Layout): readonly string[] {
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

/** One paragraph for each missing thing, with all requirements that wait for it. */
export function reasonsSection(
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

export function acceptedSection(results: readonly RequirementResult[], page: Layout): readonly string[] {
  if (results.length === 0) return [];
  return [
    page.ink.bold(`${counted(results.length, 'deviation')} accepted by name`),
    ...results.flatMap((result) => [
      ...hanging(`${statusMarks.accepted} ${result.id}`, result.says, page, page.ink.blue),
      ...hanging('', acceptanceOf(result), page, page.ink.blue, page.ink.dim),
    ]),
  ];
}

/** `CARD-03 to CARD-09, CARD-14`: consecutive numbers are written as a range. */
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

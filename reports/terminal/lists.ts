// The lists of requirements in the terminal: advice not followed, what could not be judged or tested, what is accepted by name.
import { byRemedy } from '../untested/by-remedy.ts';
import { acceptanceOf } from '../verdict/acceptance.ts';
import { byReason, type Group, idRuns } from '../verdict/groups.ts';
import type { RequirementResult } from '../verdict/verdict.ts';
import { counted, number, statusMarks, verdictMarks } from '../verdict/wording.ts';
import { inOneLine } from './failure.ts';
import { folded, foldedYaml } from './fold.ts';
import { hanging, idWidth, indent, type Layout } from './layout.ts';
import { visible } from './visible.ts';

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

/** One paragraph for each reason, with all requirements that it kept from a verdict. */
export function reasonsSection(
  title: string,
  results: readonly RequirementResult[],
  page: Layout,
  paint: (text: string) => string,
): readonly string[] {
  if (results.length === 0) return [];
  return [
    page.ink.bold(`${counted(results.length, 'requirement')} ${title}`),
    ...reasons(byReason(results), page, paint),
  ];
}

/** One paragraph for each thing to do. What is to be pasted stands at the margin, so that it can be copied as it is. */
export function untestedSection(results: readonly RequirementResult[], page: Layout): readonly string[] {
  if (results.length === 0) return [];
  const { bold, yellow } = page.ink;
  return [
    bold(`${counted(results.length, 'requirement')} untested, by what would have them tested`),
    ...byRemedy(results).flatMap(({ heading, snippet, reasons: because }) => [
      '',
      ...folded(visible(heading), page.width - 2).map((line, index) => yellow(`${index === 0 ? '→' : ' '} ${line}`)),
      ...snippet.flatMap((line) => foldedYaml(line, page.width)),
      ...reasons(because, page, yellow),
    ]),
  ];
}

const reasons = (
  groups: readonly Group<string, RequirementResult>[],
  page: Layout,
  paint: (text: string) => string,
): readonly string[] =>
  groups.flatMap(({ key, members }) => [
    ...hanging(number(members.length).padStart(idWidth), key, page, paint),
    ...hanging(
      '',
      idRuns(members)
        .map(({ text }) => text)
        .join(', '),
      page,
      paint,
      page.ink.dim,
    ),
  ]);

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

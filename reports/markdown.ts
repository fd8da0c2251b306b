// The verdict as Markdown for the summary of a CI job or a comment on a change.
import { ownMeaning, ownNotes } from './own/own-specs.ts';
import type { OwnSpecs } from './own/result.ts';
import { failureBlock } from './terminal/terminal.ts';
import { visible } from './terminal/visible.ts';
import { byRemedy } from './untested/by-remedy.ts';
import { acceptanceOf, acceptedResults, isAccepted } from './verdict/acceptance.ts';
import { byReason, type Group } from './verdict/groups.ts';
import type { RequirementResult, Status, Verdict } from './verdict/verdict.ts';
import { counted, disturbances, duration, meaning, narrowings, number, statusMarks } from './verdict/wording.ts';

/** The most characters: a comment on GitHub holds 65,536. */
const longest = 60_000;

export function markdown(verdict: Verdict): string {
  const having = (wanted: string) =>
    verdict.requirements.filter((result) => result.verdict === wanted && !isAccepted(result));
  const untested = having('untested').filter(({ level }) => level === 'must');
  const sections = [
    heading(verdict),
    section(
      'Broken',
      having('fail').map((result) => failureOf(result, verdict)),
    ),
    section(
      'Accepted by name',
      acceptedResults(verdict).map((result) => `- **${result.id}** ${code(acceptanceOf(result))}`),
    ),
    section('Could not be judged', reasons(having('error')), having('error').length),
    section('Untested musts', remedies(untested), untested.length),
    ...(verdict.own ? [ownSpecsIn(verdict.own, verdict.status)] : []),
    section(
      'Advice not followed',
      having('advice').map(({ id, says }) => `- **${id}** ${plain(says)}`),
    ),
  ];
  return within(longest, sections.flat());
}

function heading(verdict: Verdict): readonly string[] {
  const { status, target, exchanges, seconds, seed, depth, assay } = verdict;
  return [
    `## ${statusMarks[status]} Assay: ${status}\n`,
    `${plain(meaning(verdict))}\n`,
    ...[...ownNotes(verdict), ...narrowings(verdict), ...disturbances(verdict)].map((line) => `> ${plain(line)}\n`),
    `${code(target)} · ${counted(exchanges, 'exchange')} in ${duration(seconds)} · depth ${depth} · seed ${seed} · assay ${assay}\n`,
  ];
}

const section = (title: string, entries: readonly string[], count = entries.length): readonly string[] =>
  entries.length === 0 ? [] : [`\n### ${title}: ${number(count)}\n`, ...entries.map((entry) => `${entry}\n`)];

const failureOf = (result: RequirementResult, verdict: Verdict): string =>
  `<details><summary><b>${result.id}</b> ${plain(result.says)}</summary>\n\n${fenced(failureBlock(result, verdict))}\n</details>`;

function ownSpecsIn(own: OwnSpecs, ofContract: Status): readonly string[] {
  const shown = own.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'untested');
  return [
    `\n### Your own specs: ${own.status}\n`,
    `${plain(ownMeaning(own, ofContract))}\n`,
    ...shown.map(
      ({ title, at, verdict, reason = '' }) =>
        `<details><summary>${verdict}: ${plain(title)} (${plain(at)})</summary>\n\n${fenced(reason)}\n</details>\n`,
    ),
  ];
}

const reason = ({ key, members }: Group<string, RequirementResult>): string =>
  `- ${code(key)} (${members.map(({ id }) => id).join(', ')})`;

const reasons = (results: readonly RequirementResult[]): readonly string[] => byReason(results).map(reason);

const remedies = (results: readonly RequirementResult[]): readonly string[] =>
  byRemedy(results).map(({ heading, snippet, reasons: because }) => {
    const pasted = snippet.length > 0 ? [`${fenced(snippet.join('\n'), 'yaml')}\n`] : [];
    // A paragraph right below a list would be read as its last entry.
    return [`**${plain(heading)}**\n`, ...pasted, ...because.map(reason), ''].join('\n');
  });

/** The fence is longer than any run of backticks in the text, so that an answer of the target cannot end it. */
function fenced(text: string, language = 'text'): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${visible(text)}\n${fence}`;
}

function code(text: string): string {
  const line = visible(text).replaceAll(/\s+/g, ' ').trim();
  const fence = '`'.repeat(longestRun(line) + 1);
  return `${fence} ${line} ${fence}`;
}

const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** Escapes the marks of Markdown, so that the text is shown as it is. */
const plain = (text: string): string =>
  visible(text)
    .replaceAll(/[\\`*_{}[\]<>#|~@!]/g, (mark) => `&#${mark.codePointAt(0)};`)
    .replaceAll(/\s+/g, ' ');

/** Cuts between entries, never inside: half an entry would leave a fence open. */
function within(most: number, entries: readonly string[]): string {
  let text = '';
  for (const [index, entry] of entries.entries()) {
    if (text.length + entry.length > most) return `${text}\n${number(entries.length - index)} more in the report.\n`;
    text += entry;
  }
  return text;
}

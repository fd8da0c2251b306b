// What went wrong, each requirement once: broken musts, advice not followed, and what could not be judged.
import type { ReportedFinding, ShownExchange } from '../../harness/record.ts';
import { isAccepted } from '../verdict/acceptance.ts';
import { type Again, againOf, requestAgain } from '../verdict/again.ts';
import type { RequirementResult, Verdict } from '../verdict/verdict.ts';
import { findingLines, number, times, verdictMarks } from '../verdict/wording.ts';
import { openDetails } from './details.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';

const shownAtOnce = 3;

export function failures(verdict: Verdict): readonly Section[] {
  const having = (wanted: string) =>
    verdict.requirements.filter((result) => result.verdict === wanted && !isAccepted(result));
  const section = (
    id: string,
    title: string,
    wanted: string,
    cards: (results: readonly RequirementResult[]) => Html,
  ) => {
    const results = having(wanted);
    return results.length === 0 ? [] : [{ id, title: `${title} (${number(results.length)})`, html: cards(results) }];
  };
  return [
    ...section('failures', 'Broken', 'fail', (results) => html`${results.map((result) => card(result, verdict))}`),
    ...section('errors', 'Could not be judged', 'error', (results) => html`${results.map(errorCard)}`),
    ...section(
      'advice',
      'Advice not followed',
      'advice',
      (results) => html`${results.map((result) => adviceCard(result, verdict))}`,
    ),
  ];
}

export const card = (
  result: RequirementResult,
  verdict: Verdict,
): Html => html`<article class="card ${result.verdict}" id="why-${result.id}">
<h3>${name(result)}</h3>
${openDetails(result)}
${origin(result)}
${body(result, verdict)}
</article>
`;

const adviceCard = (
  result: RequirementResult,
  verdict: Verdict,
): Html => html`<details class="card advice" id="why-${result.id}">
<summary><h3>${plainName(result)}</h3></summary>
${openDetails(result)}
${origin(result, html` <a href="#${result.id}">in the list of requirements</a>`)}
${body(result, verdict)}
</details>
`;

const errorCard = (result: RequirementResult): Html => html`<article class="card error" id="why-${result.id}">
<h3>${name(result)}</h3>
${openDetails(result)}
${origin(result)}
<pre>${result.reason ?? 'no reason was given'}</pre>
</article>
`;

const name = ({ id, says, verdict }: RequirementResult): Html =>
  html`<a class="id ${verdict}" href="#${id}"><span aria-hidden="true">${verdictMarks[verdict]}</span> ${id}</a> ${says}`;

/** No link inside a summary that opens and closes, because a click on it could mean either. */
const plainName = ({ id, says, verdict }: RequirementResult): Html =>
  html`<span class="id ${verdict}"><span aria-hidden="true">${verdictMarks[verdict]}</span> ${id}</span> ${says}`;

const origin = ({ where, counts }: RequirementResult, link?: Html): Html =>
  html`<p class="origin">${where}${link}${counts.findings > 0 && html` <span class="count">${times(counts.findings)}</span>`}</p>`;

function body(result: RequirementResult, verdict: Verdict): Html {
  const again = againOf(result, verdict);
  const [first, ...others] = result.findings;
  if (!first) return html`<p>${result.reason ?? ''}</p><dl class="finding">${againEntries(again)}</dl>`;
  const [shown, more] = [others.slice(0, shownAtOnce - 1), others.slice(shownAtOnce - 1)];
  const block = (finding: ReportedFinding) =>
    findingBlock(finding, true, finding.shown && requestAgain(finding.shown, verdict));
  return html`${findingBlock(first, others.length > 0, again)}
${shown.map(block)}
${more.length > 0 && html`<details class="more"><summary>${number(more.length)} more</summary>${more.map(block)}</details>`}`;
}

function findingBlock(finding: ReportedFinding, amongOthers: boolean, again: Again | undefined): Html {
  const { shown, count } = finding;
  const lines = findingLines(finding).map(({ label, text }) =>
    entry(label, html`<span class="${kinds[label]}">${text}</span>`),
  );
  return html`<dl class="finding">
${amongOthers && entry('met', html`<span class="count">${times(count)}</span>`)}
${lines}
${shown && entry('answer', answer(shown))}
${againEntries(again)}
</dl>`;
}

const againEntries = (again: Again | undefined): Html =>
  html`${again && again.lines.length > 0 && entry('again', html`${again.lines.map(command)}`)}${again?.note !== undefined && entry('note', html`${again.note}`)}`;

const answer = ({ answered, id }: ShownExchange): Html =>
  html`<pre tabindex="0" role="group" aria-label="Answer">${answered}</pre><small>exchange <code>${id}</code></small>`;

/** Text that went over the wire is set in fixed width, text about it is not. */
const kinds = { sent: 'wire', body: 'wire', at: 'wire', expected: 'said', got: 'said' } as const;

const entry = (label: string, content: Html): Html => html`<dt>${label}</dt><dd>${content}</dd>
`;

const command = (line: string): Html =>
  html`<div class="command"><code>${line}</code><button type="button" class="copy" hidden>Copy<span class="unseen"> the command</span></button></div>`;

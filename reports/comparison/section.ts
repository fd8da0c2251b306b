// What changed since an earlier verdict, as a part of the page.
import { type Html, html } from '../page/html.ts';
import type { Section } from '../page/section.ts';
import type { Change, ChangeKind, Verdict } from '../verdict/verdict.ts';
import { number, readableTime } from '../verdict/wording.ts';
import { byKind, circumstancesOf, outcomeOf, sentenceOf, transition } from './changes.ts';

/** Nothing where no earlier verdict was given. */
export function sinceList(verdict: Verdict): readonly Section[] {
  const { since } = verdict;
  if (since === undefined) return [];
  const { file, status, startedAt } = since.earlier;
  const circumstances = circumstancesOf(since);
  return [
    {
      id: 'since',
      title: 'Since the earlier verdict',
      html: html`<p><code>${file}</code> (${status}, <time datetime="${startedAt}">${readableTime(startedAt)}</time>): <b>${outcomeOf(since)}</b>.</p>
${since.gate === 'new' && html`<p class="soft"><code>--gate new</code>: only what was new decided the exit code, which was that of ${since.status}.</p>`}
<dl class="reasons">${byKind(since).map(
        ({ kind, changes }) =>
          html`<div><dt>${number(changes.length)} ${kind}</dt><dd>${listed(kind, changes, verdict)}</dd></div>`,
      )}</dl>
${circumstances.length > 0 && html`<p class="soft">Other than before:</p><ul class="soft">${circumstances.map((text) => html`<li>${text}</li>`)}</ul>`}`,
    },
  ];
}

/** Long lists are folded, because the failures come after them; a list of new failures is never folded. */
function listed(kind: ChangeKind, changes: readonly Change[], verdict: Verdict): Html {
  const list = html`<ul>${changes.map((change) => line(change, verdict))}</ul>`;
  return kind === 'newly failing' || changes.length <= mostOpen
    ? list
    : html`<details><summary>Which</summary>${list}</details>`;
}

const mostOpen = 5;

const line = (change: Change, verdict: Verdict) =>
  html`<li>${change.now === undefined ? html`<b class="id">${change.id}</b>` : html`<a class="id" href="#${change.id}">${change.id}</a>`} ${sentenceOf(change, verdict)} <span class="soft">(${transition(change)})</span></li>`;

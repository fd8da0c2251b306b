// Deviations on the page: the accepted ones, which come first, and the lines that would accept the rest, which come last.
import { acceptanceOf, acceptedResults, deviationEntries } from '../verdict/acceptance.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { number } from '../verdict/wording.ts';
import { card } from './failures.ts';
import { html } from './html.ts';
import type { Section } from './section.ts';

export function acceptedList(verdict: Verdict): readonly Section[] {
  const accepted = acceptedResults(verdict);
  if (accepted.length === 0) return [];
  return [
    {
      id: 'accepted',
      title: `Accepted deviations (${number(accepted.length)})`,
      html: html`<p class="soft">Accepted is not passed: each of these is counted as what it is.</p>
${accepted.map((result) => html`<p class="accepted">${acceptanceOf(result)}</p>${card(result, verdict)}`)}`,
    },
  ];
}

export function acceptingList(verdict: Verdict): readonly Section[] {
  const entries = deviationEntries(verdict);
  if (entries.length === 0) return [];
  const lines = ['deviations:', ...entries.flat()].join('\n');
  return [
    {
      id: 'accepting',
      title: 'Accepting what is left',
      html: html`<p class="soft">What this target cannot show, or will not mend yet, can be accepted by name: a file for
<code>--accept</code>, to be reviewed and given an owner.</p>
<pre tabindex="0" role="group" aria-label="File of accepted deviations">${lines}</pre>`,
    },
  ];
}

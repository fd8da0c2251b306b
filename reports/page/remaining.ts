// What the verdict does not decide: requirements that could not be tested, and observations of open ones.
import { byRemedy } from '../untested/by-remedy.ts';
import { isAccepted } from '../verdict/acceptance.ts';
import type { RequirementResult, Verdict } from '../verdict/verdict.ts';
import { number } from '../verdict/wording.ts';
import { html } from './html.ts';
import type { Section } from './section.ts';

export function untestedList({ requirements }: Verdict): readonly Section[] {
  const untested = requirements.filter((result) => result.verdict === 'untested' && !isAccepted(result));
  if (untested.length === 0) return [];
  return [
    {
      id: 'untested',
      title: `Untested (${number(untested.length)})`,
      html: html`<p class="soft">Grouped by what would have them tested; the group with most musts comes first.</p>
<dl class="reasons">${byRemedy(untested).map(
        ({ heading, snippet, reasons }) =>
          html`<div><dt>${heading}</dt>${snippet.length > 0 && html`<dd><pre>${snippet.join('\n')}</pre></dd>`}${reasons.map(
            ({ key, members }) =>
              html`<dd><span class="soft">${key}</span> <ul class="ids">${members.map(
                ({ id, says }) => html`<li><a href="#${id}" title="${says}">${id}</a></li>`,
              )}</ul></dd>`,
          )}</div>`,
      )}</dl>`,
    },
  ];
}

/** The first list is as long as the count of `observed` says; observations beside another verdict have a list of their own. */
export function observedList({ requirements }: Verdict): readonly Section[] {
  const isObserved = ({ verdict }: RequirementResult) => verdict === 'observed';
  const besides = requirements.filter((result) => !isObserved(result) && result.observations.length > 0);
  return [
    ...seen(
      'observed',
      'Observed',
      'What the specification leaves open: it counts neither for nor against the target.',
      requirements.filter(isObserved),
    ),
    ...seen(
      'besides',
      'Also seen',
      'Failures that were seen once and not again, and other observations: they change no verdict.',
      besides,
    ),
  ];
}

function seen(id: string, title: string, purpose: string, results: readonly RequirementResult[]): readonly Section[] {
  if (results.length === 0) return [];
  return [
    {
      id,
      title: `${title} (${number(results.length)})`,
      html: html`<p class="soft">${purpose}</p>
<dl class="reasons">${results.map(
        (result) =>
          html`<div><dt><a class="id" href="#${result.id}">${result.id}</a> ${result.says}</dt>${
            result.observations.length === 0
              ? html`<dd class="soft">It was checked, and there is nothing to note.</dd>`
              : result.observations.map((saw) => html`<dd>${saw}</dd>`)
          }</div>`,
      )}</dl>`,
    },
  ];
}

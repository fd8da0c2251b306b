// What the verdict does not decide: requirements that nobody could test, and open things that were seen.
import { isAccepted } from '../verdict/acceptance.ts';
import { byReason } from '../verdict/groups.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { counted, number } from '../verdict/wording.ts';
import { html } from './html.ts';
import type { Section } from './section.ts';

export function untestedList({ requirements }: Verdict): readonly Section[] {
  const untested = requirements.filter((result) => result.verdict === 'untested' && !isAccepted(result));
  if (untested.length === 0) return [];
  return [
    {
      id: 'untested',
      title: `Untested (${number(untested.length)})`,
      html: html`<dl class="reasons">${byReason(untested).map(
        ({ key, members }) =>
          html`<div><dt>${key}</dt>${members[0]?.remedy !== undefined && html`<dd class="soft">${members[0].remedy}</dd>`}<dd><b>${counted(members.length, 'requirement')}</b> <ul class="ids">${members.map(
            ({ id, says }) => html`<li><a href="#${id}" title="${says}">${id}</a></li>`,
          )}</ul></dd></div>`,
      )}</dl>`,
    },
  ];
}

export function observedList({ requirements }: Verdict): readonly Section[] {
  const observed = requirements.filter(
    ({ verdict, observations }) => verdict === 'observed' || observations.length > 0,
  );
  if (observed.length === 0) return [];
  return [
    {
      id: 'observed',
      title: `Observed (${number(observed.length)})`,
      html: html`<p class="soft">What the specification leaves open, and what was seen once and not again: neither counts for or against the target.</p>
<dl class="reasons">${observed.map(
        ({ id, says, observations }) =>
          html`<div><dt><a class="id" href="#${id}">${id}</a> ${says}</dt>${
            observations.length === 0
              ? html`<dd class="soft">met, and nothing to remark</dd>`
              : observations.map((saw) => html`<dd>${saw}</dd>`)
          }</div>`,
      )}</dl>`,
    },
  ];
}

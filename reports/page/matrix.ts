// Every requirement with its verdict, by area: a plain table that a script may filter.
import { type Area, byArea } from '../verdict/groups.ts';
import type { RequirementResult, RequirementVerdict, Verdict } from '../verdict/verdict.ts';
import { number, verdictMarks, verdicts } from '../verdict/wording.ts';
import { closedDetails } from './details.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';

export function matrix({ requirements }: Verdict): Section {
  const areas = byArea(requirements);
  return {
    id: 'requirements',
    title: `Requirements (${number(requirements.length)})`,
    html: html`${filter(areas.map(({ key }) => key))}
<table>
<thead><tr><th scope="col">Id</th><th scope="col">Requirement</th><th scope="col" class="aside">Level</th><th scope="col">Verdict</th><th
 scope="col" class="number aside">Tests</th><th scope="col" class="number aside">Checks</th></tr></thead>
${areas.map(({ key, members }) => areaRows(key, members))}
</table>
<p class="nothing" hidden>No requirement fits the filter.</p>`,
  };
}

const filter = (
  areas: readonly Area[],
): Html => html`<form id="filter" role="search" aria-label="Filter the requirements" hidden>
<label class="find">Find <input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="id or words"></label>
<label>Area <select name="area"><option value="">all</option>${areas.map(({ code, name }) => html`<option value="${code}">${name}</option>`)}</select></label>
<label>Level <select name="level"><option value="">all</option><option>must</option><option>advice</option><option>open</option></select></label>
<fieldset><legend>Verdict</legend>${verdicts.map(
  (verdict) =>
    html`<label class="chip"><input type="checkbox" name="verdict" value="${verdict}"> <span class="mark ${verdict}" aria-hidden="true">${verdictMarks[verdict]}</span> ${verdict}</label>`,
)}</fieldset>
<p class="shown"><output aria-live="polite"></output> <button type="reset">Show all</button></p>
</form>`;

const areaRows = ({ code, name }: Area, members: readonly RequirementResult[]): Html => html`<tbody data-area="${code}">
<tr class="area"><th scope="rowgroup" colspan="6">${name} <span class="tally">${tally(members)}</span></th></tr>
${members.map(row)}</tbody>
`;

function tally(members: readonly RequirementResult[]): Html {
  const count = (wanted: RequirementVerdict) => members.filter(({ verdict }) => verdict === wanted).length;
  const counts = verdicts
    .filter((verdict) => count(verdict) > 0)
    .map((verdict) => html`<span class="${verdict}">${number(count(verdict))} ${verdict}</span> `);
  return html`${counts}`;
}

function row(result: RequirementResult): Html {
  const { id, level, verdict, says, where, reason, counts } = result;
  const explained = verdict === 'fail' || verdict === 'advice' || verdict === 'error';
  return html`<tr id="${id}" data-level="${level}" data-verdict="${verdict}"><th scope="row">${explained ? html`<a href="#why-${id}">${id}</a>` : id}</th>
<td>${says}${closedDetails(result)}<small>${where}</small>${reason !== undefined && html`<small class="reason">${reason}</small>`}</td>
<td class="aside">${level}</td><td><span class="badge ${verdict}"><span aria-hidden="true">${verdictMarks[verdict]}</span> ${verdict}</span></td><td
 class="number aside">${number(counts.tests)}</td><td class="number aside">${number(counts.checks)}</td></tr>
`;
}

// The table of the mutants as a page: a row for each field, a column for each kind, and the reasons for those that survived.
import { html, trusted } from '../../../reports/page/html.ts';
import { style } from '../../proof/matrix-page.ts';
import { type Reason, reasonOf } from './lawful.ts';
import { type Row, survived } from './row.ts';
import { type Cell, cellOf, columns, placesOf, summary } from './table.ts';

export const tablePage = (rows: readonly Row[], among: readonly Reason[]): string =>
  `<!doctype html>\n${html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Assay: the mutants</title><style>${trusted(style)}</style></head><body>
<h1>The mutants</h1>
<p>${summary(rows)}. F failed, a advised, u untested, . survived lawfully, ! survived without a reason.</p>
<table><thead><tr><th>place</th>${columns.map((kind) => html`<th>${kind}</th>`)}</tr></thead>
<tbody>${[...placesOf(rows)].map(([place, here]) => line(place, here, among))}</tbody></table>
<h2>Lawful survivors</h2>
<table><thead><tr><th>where</th><th>kinds</th><th>survivors</th><th>because</th></tr></thead>
<tbody>${among.map((reason) => why(reason, rows, among))}</tbody></table>
</body></html>`}\n`;

const line = (place: string, here: readonly Row[], among: readonly Reason[]) => html`<tr><td><code>${place}</code></td>
${columns.map((kind) =>
  cell(
    cellOf(
      here.filter((row) => row.kind === kind),
      among,
    ),
  ),
)}</tr>`;

const cell = ({ mark, rows }: Cell) =>
  html`<td class="${mark === '!' ? 'no' : ''}" title="${rows.map(({ scope, sight, by }) => `${scope}: ${sight} ${by ?? ''}`).join(', ')}">${mark}</td>`;

const why = (reason: Reason, rows: readonly Row[], among: readonly Reason[]) => html`<tr>
<td><code>${[reason.where].flat().join(', ')}</code></td><td>${reason.kinds?.join(', ') ?? 'every kind'}</td>
<td>${rows.filter((row) => survived(row) && reasonOf(row, among) === reason).length}</td><td>${reason.because}</td></tr>`;

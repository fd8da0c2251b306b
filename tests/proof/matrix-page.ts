// The kill matrix as a page: a row for each state of the service, with every requirement that failed.
import { html, trusted } from '../../reports/page/html.ts';
import type { Entry } from './row.ts';

/** The page of the mutants uses it as well. */
export const style = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1c2430; background: #fff }
  table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #d9dee6; vertical-align: top }
  .named { font-weight: 700 } .no { color: #a81c1c } code { font-size: .92em }
  @media (prefers-color-scheme: dark) { body { color: #e6e9ef; background: #15181d } th, td { border-color: #343b47 } .no { color: #ff8a80 } }`;

export const matrixPage = (entries: readonly Entry[]): string =>
  `<!doctype html>\n${html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Assay: the proof</title><style>${trusted(style)}</style></head><body>
<h1>The proof</h1>
<p>Each row is one run of the suite against the reference service in one of its states.</p>
<table><thead><tr><th>state</th><th>should break</th><th>failed</th><th>advice</th><th>run</th><th>exchanges</th><th>proved</th></tr></thead>
<tbody>${entries.map(row)}</tbody></table>
</body></html>`}\n`;

const row = (entry: Entry) => html`<tr>
<td><code>${entry.fault ?? entry.variant ?? `seed ${entry.seed}`}</code></td>
<td>${entry.breaks ?? 'nothing'}</td>
<td>${entry.failed.map((id) => html`<span class="${id === entry.breaks ? 'named' : ''}">${id}</span> `)}</td>
<td>${entry.advised.map((id) => html`<span class="${id === entry.breaks ? 'named' : ''}">${id}</span> `)}</td>
<td><code>${entry.what}</code></td><td>${entry.exchanges}</td>
<td class="${entry.proved ? '' : 'no'}">${entry.proved ? 'yes' : 'no'}</td></tr>`;

// How long answers took then and now: for each operation bars of both sides, and the numbers beside them.
import type { Latency, OperationLatency, Pace } from '../../replay/verdict/latency.ts';
import { type Html, html } from '../page/html.ts';
import type { Section } from '../page/section.ts';
import { number } from '../verdict/wording.ts';
import { paceWords } from './wording.ts';

const shares = ['p50', 'p95', 'p99'] as const;
const width = 120;

export const latencySection = (pace: Pace): Section[] => {
  const { operations, before } = pace;
  if (operations.length === 0) return [];
  return [
    {
      id: 'latency',
      title: 'How long answers took',
      html: html`<p>${paceWords(pace)}. The upper bar is the ${before}, the lower one the candidate; the bars of one operation have one scale.</p>
<table class="pace"><thead><tr><th scope="col">operation</th><th scope="col">answers</th>${shares.map((share) => html`<th scope="col">${share}</th>`)}</tr></thead>
<tbody>${operations.map(row)}</tbody></table>`,
    },
  ];
};

const row = ({ operation, before, now, slower, unclear }: OperationLatency): Html => {
  const longest = Math.max(...[before, now].flatMap((each) => shares.map((share) => each[share])));
  return html`<tr class="${slower ? 'slower' : ''}"><th scope="row">${operation}${slower && html` <span class="badge fail">too slow</span>`}${unclear && html` <span class="badge">unclear</span>`}</th><td>${number(now.count)}</td>${shares.map((share) => cell(share, before, now, longest))}</tr>`;
};

const cell = (share: (typeof shares)[number], before: Latency, now: Latency, longest: number): Html => {
  const long = (milliseconds: number) =>
    longest === 0 ? 0 : Math.max(1, Math.round((milliseconds / longest) * width * 10) / 10);
  return html`<td><span>${String(before[share])} → ${String(now[share])} ms</span><svg viewBox="0 0 ${width} 14" preserveAspectRatio="none" aria-hidden="true"><rect class="before" y="0" width="${long(before[share])}" height="6"/><rect class="now" y="8" width="${long(now[share])}" height="6"/></svg></td>`;
};

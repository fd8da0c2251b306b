// The rate limits that were found out: a paragraph for the runbook, and a picture of the requests that show it.
import type { FoundLimit } from '../../load/found-limit.ts';
import { latencies } from '../../load/pictures/latencies.ts';
import { timeline } from '../../load/pictures/timeline.ts';
import { html, trusted } from './html.ts';
import type { Section } from './section.ts';

/** No section where no limit was probed. */
export function limitsSection(found: readonly FoundLimit[]): readonly Section[] {
  if (found.length === 0) return [];
  return [{ id: 'limits', title: 'Rate limits', html: html`${found.map(one)}` }];
}

const one = (limit: FoundLimit) => html`<article class="limit">
<h3><code>${limit.called}</code></h3>
<p>${limit.says}</p>
<figure>${trusted(timeline(limit))}${trusted(latencies(limit))}</figure>
<p class="soft">${limit.requests} requests, of at most ${limit.bounds.requests}${limit.created ? html`; created: ${limit.created}` : ''}</p>
</article>
`;

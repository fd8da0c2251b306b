// What was measured, as pictures: the rate limits that were found out, and latencies, which are shown and not judged.
import type { FoundLimit } from '../../load/found-limit.ts';
import { type Growth, growth } from '../../load/pictures/growth.ts';
import { latencies } from '../../load/pictures/latencies.ts';
import { timeline } from '../../load/pictures/timeline.ts';
import { html, trusted } from './html.ts';
import type { Section } from './section.ts';

/** No section where no limit was probed. */
export const limitsSection = (found: readonly FoundLimit[]): readonly Section[] =>
  found.length === 0 ? [] : [{ id: 'limits', title: 'Rate limits', html: html`${found.map(limitShown)}` }];

const limitShown = (limit: FoundLimit) => html`<article class="limit">
<h3><code>${limit.called}</code></h3>
<p>${limit.says}</p>
<figure>${trusted(timeline(limit))}${trusted(latencies(limit))}</figure>
<p class="soft">${limit.requests} requests, of at most ${limit.bounds.requests}${limit.created ? html`; created: ${limit.created}` : ''}</p>
</article>
`;

/** No section where no latency was measured. */
export const latenciesSection = (measured: readonly Growth[]): readonly Section[] =>
  measured.length === 0 ? [] : [{ id: 'latencies', title: 'Latencies', html: html`${measured.map(growthShown)}` }];

const growthShown = (measured: Growth) => html`<article class="limit">
<h3><code>${measured.called}</code> by number of ${measured.by}</h3>
<figure>${trusted(growth(measured))}</figure>
</article>
`;

// Measured latencies as pictures: the specification promises none, so they are shown and not judged.
import { type Growth, growth } from '../../load/pictures/growth.ts';
import { html, trusted } from './html.ts';
import type { Section } from './section.ts';

/** No section where no latency was measured. */
export function latenciesSection(measured: readonly Growth[]): readonly Section[] {
  if (measured.length === 0) return [];
  return [{ id: 'latencies', title: 'Latencies', html: html`${measured.map(one)}` }];
}

const one = (measured: Growth) => html`<article class="limit">
<h3><code>${measured.called}</code> by number of ${measured.by}</h3>
<figure>${trusted(growth(measured))}</figure>
</article>
`;

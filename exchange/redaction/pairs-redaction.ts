// Redacts `name=value&name=value`, as queries and forms have it, leaving the bytes of every other pair as they were.
import { decodedOrRaw } from '../../contract/percent.ts';
import type { Inspection } from './inspection.ts';

/** `secretly` tells by the steps of a name, `a[b][]` having two, whether its value is a secret. */
export const redactedPairs = (
  text: string,
  { inspected, mask }: Inspection,
  secretly: (steps: readonly string[]) => boolean,
): string =>
  text
    .split('&')
    .map((pair) => {
      const [left = '', ...rest] = pair.split('=');
      const name = decodedOrRaw(left.replaceAll('+', ' '));
      const value = decodedOrRaw(rest.join('=').replaceAll('+', ' '));
      const shownName = inspected(name);
      const shown = secretly(name.split(/[[\].]+/).filter((step) => step !== '')) ? mask(value) : inspected(value);
      if (shown === value && shownName === name) return pair;
      const shownLeft = shownName === name ? left : encodeURIComponent(shownName);
      return rest.length === 0 ? shownLeft : `${shownLeft}=${encodeURIComponent(shown)}`;
    })
    .join('&');

// Redacts `name=value&name=value`, as queries and forms have it, leaving the bytes of every other pair as they were.
import { decodedOrRaw } from '../../../contract/text/percent.ts';

interface PairRules {
  name(name: string): string;
  /** By the steps of its name: `a[b][]` has two. */
  value(steps: readonly string[], value: string): string;
}

export const redactedPairs = (text: string, rules: PairRules): string =>
  text
    .split('&')
    .map((pair) => {
      const [left = '', ...rest] = pair.split('=');
      const name = decodedOrRaw(left.replaceAll('+', ' '));
      const value = decodedOrRaw(rest.join('=').replaceAll('+', ' '));
      const shownName = rules.name(name);
      const shown = rules.value(
        name.split(/[[\].]+/).filter((step) => step !== ''),
        value,
      );
      if (shown === value && shownName === name) return pair;
      const shownLeft = shownName === name ? left : encodeURIComponent(shownName);
      return rest.length === 0 ? shownLeft : `${shownLeft}=${encodeURIComponent(shown)}`;
    })
    .join('&');

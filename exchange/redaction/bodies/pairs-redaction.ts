// Redacts `name=value&name=value`, the form of queries and forms. The bytes of every other pair stay as they were.
import { decodedOrRaw } from '../../../contract/text/percent.ts';

interface PairRules {
  name(name: string): string;
  /** `steps` are the parts of the name: `a[b][]` has two. */
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

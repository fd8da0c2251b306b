// What a new profile does not say yet, ordered by how many musts depend on it.
import { requirements } from '../../contract/requirements.ts';
import { foldedYaml } from '../../reports/terminal/fold.ts';
import { givenBy, inPairs, neededBy } from '../../reports/untested/needs.ts';
import { isKnown, type Knowledge, type Names } from '../../subject/names.ts';
import type { Profile } from '../../subject/profile/profile.ts';
import { snippetOf } from '../../subject/profile/snippets.ts';

interface MissingKeys {
  /** Keys that are needed together. */
  readonly keys: readonly string[];
  readonly musts: number;
}

/** Those on which most musts depend come first. */
export function leftToSay(profile: Profile, names: Names): readonly MissingKeys[] {
  const given = [...givenBy(profile), ...foundIn(names)];
  const missing = new Map<string, { readonly keys: readonly string[]; musts: number }>();
  for (const requirement of requirements.filter(({ level }) => level === 'must'))
    for (const keys of inPairs(neededBy(requirement).filter((key) => !given.includes(key)))) {
      const known = missing.get(keys.join());
      if (known) known.musts += 1;
      else missing.set(keys.join(), { keys, musts: 1 });
    }
  return [...missing.values()].toSorted((one, other) => other.musts - one.musts);
}

function foundIn({ bodies, ...names }: Names): readonly string[] {
  const found = (within: Readonly<Record<string, Knowledge<unknown>>>) =>
    Object.entries(within).flatMap(([name, knowledge]) => (isKnown(knowledge) ? [name] : []));
  return [...found(names).map((name) => `open.${name}`), ...found(bodies).map((id) => `open.bodies.${id}`)];
}

const margin = 7;

/** Each with its number of musts before it. */
export const inLines = (left: readonly MissingKeys[], width: number): readonly string[] =>
  left.flatMap(({ keys, musts }) =>
    snippetOf(keys)
      .flatMap((line) => foldedYaml(line, width - margin))
      .map((line, index) => `${index === 0 ? `${String(musts).padStart(margin - 2)}  ` : ' '.repeat(margin)}${line}`),
  );

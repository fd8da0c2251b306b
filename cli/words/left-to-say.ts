// What a new profile leaves open: what it does not say yet, ordered by how many musts are about it.
import { requirements } from '../../contract/requirements.ts';
import { foldedYaml } from '../../reports/terminal/fold.ts';
import { givenBy, inPairs, neededBy } from '../../reports/untested/needs.ts';
import { isKnown, type Knowledge, type Names } from '../../subject/names.ts';
import type { Profile } from '../../subject/profile/profile.ts';
import { snippetOf } from '../../subject/profile/snippets.ts';

interface Waiting {
  /** Of no use one without the other. */
  readonly keys: readonly string[];
  readonly musts: number;
}

/** What most musts are about comes first. */
export function leftToSay(profile: Profile, names: Names): readonly Waiting[] {
  const said = [...givenBy(profile), ...foundIn(names)];
  const waiting = new Map<string, { readonly keys: readonly string[]; musts: number }>();
  for (const requirement of requirements.filter(({ level }) => level === 'must'))
    for (const keys of inPairs(neededBy(requirement).filter((key) => !said.includes(key)))) {
      const known = waiting.get(keys.join());
      if (known) known.musts += 1;
      else waiting.set(keys.join(), { keys, musts: 1 });
    }
  return [...waiting.values()].toSorted((one, other) => other.musts - one.musts);
}

function foundIn({ bodies, ...names }: Names): readonly string[] {
  const found = (within: Readonly<Record<string, Knowledge<unknown>>>) =>
    Object.entries(within).flatMap(([name, knowledge]) => (isKnown(knowledge) ? [name] : []));
  return [...found(names).map((name) => `open.${name}`), ...found(bodies).map((id) => `open.bodies.${id}`)];
}

const margin = 7;

/** Each with its number of musts before it. */
export const inLines = (left: readonly Waiting[], width: number): readonly string[] =>
  left.flatMap(({ keys, musts }) =>
    snippetOf(keys)
      .flatMap((line) => foldedYaml(line, width - margin))
      .map((line, index) => `${index === 0 ? `${String(musts).padStart(margin - 2)}  ` : ' '.repeat(margin)}${line}`),
  );

// What a new profile leaves open: the keys that it does not give yet, ordered by how many musts wait for each.
import { type Requirement, requirements } from '../../contract/requirements.ts';
import { neededBy } from '../../reports/untested/needs.ts';
import { known, type Names } from '../../subject/names.ts';
import type { Profile } from '../../subject/profile/profile.ts';
import { snippetOf } from '../../subject/profile/snippets.ts';

interface Waiting {
  readonly key: string;
  readonly musts: number;
}

/** The keys that the profile does not give; the key that most musts wait for comes first. */
export function leftToSay(profile: Profile, names: Names): readonly Waiting[] {
  const musts = requirements.filter(({ level }) => level === 'must');
  const waiting = new Map<string, Set<Requirement>>();
  for (const requirement of musts)
    for (const key of neededBy(requirement)) {
      if (isSaid(key, profile, names)) continue;
      waiting.set(key, (waiting.get(key) ?? new Set()).add(requirement));
    }
  return [...waiting]
    .map(([key, those]) => ({ key, musts: those.size }))
    .toSorted((one, other) => other.musts - one.musts || one.key.localeCompare(other.key));
}

export const inLines = (left: readonly Waiting[]): readonly string[] =>
  left.map(({ key, musts }) => `${String(musts).padStart(5)}  ${snippetOf(key)}`);

function isSaid(key: string, { users, fixtures, allow }: Profile, names: Names): boolean {
  const [section = '', ...rest] = key.split('.');
  const last = rest.at(-1) ?? '';
  if (section === 'users') return Object.values(users).some((user) => user?.mfa !== undefined);
  if (section === 'allow') return Boolean(allow[last as keyof typeof allow]);
  if (section === 'open' && rest[0] === 'bodies')
    return known(names.bodies[last as keyof Names['bodies']]) !== undefined;
  if (section === 'open')
    return known(names[last as Exclude<keyof Names, 'bodies'>] as Names['statusFilter']) !== undefined;
  if (key === 'fixtures.beneficiaries') return fixtures.beneficiaries.kind === 'declared';
  const { drafts, cancellable, notCancellable, others } = fixtures.payments;
  if (last === 'drafts') return drafts.length > 0;
  if (last === 'cancellable') return cancellable.length > 0;
  return drafts.length + cancellable.length + notCancellable.length + others.length > 0;
}

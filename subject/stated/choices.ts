// What a run assumed where the specification leaves something open: declared by the profile, or found out from the target.
import { declaredNames, isKnown, type Names } from '../names.ts';
import type { Profile } from '../profile/profile.ts';

interface Choice {
  readonly kind: 'declared' | 'found' | 'undecided' | 'unknown';
  readonly value?: unknown;
}

/** Plain data. Of a body only the kind is given, because a profile may write a secret into one. */
export interface Choices {
  readonly open: Readonly<Record<string, Choice>>;
  readonly signTokenPlaces: Profile['open']['signTokenPlaces'];
  readonly declares: Profile['declares'];
}

export function choicesOf({ open, declares }: Profile, names: Names = declaredNames(open)): Choices {
  const { bodies, ...simple } = names;
  const plain = Object.entries(simple).map(([key, knowledge]) => [
    key,
    isKnown<unknown>(knowledge) ? { kind: knowledge.kind, value: knowledge.value } : { kind: knowledge.kind },
  ]);
  const bodyKinds = Object.entries(bodies).map(([key, knowledge]) => [
    `bodies.${key}`,
    isKnown(knowledge) ? { kind: knowledge.kind, value: knowledge.value.kind } : { kind: knowledge.kind },
  ]);
  return {
    open: Object.fromEntries([...plain, ...bodyKinds]) as Readonly<Record<string, Choice>>,
    signTokenPlaces: open.signTokenPlaces,
    declares,
  };
}

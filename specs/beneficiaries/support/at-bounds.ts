// Texts of maximum length for each kind of beneficiary, because a target may have another bound for one kind.
import type { Exchange } from '../../../exchange/exchange.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { create, createdIn, kindsFor } from '../../../harness/prepare/beneficiaries.ts';
import { oncePerOccasion } from '../../../harness/prepare/once.ts';
import type { Fields } from '../../../subject/answers.ts';
import { everything } from './everything.ts';
import { atBounds } from './hard-to-keep.ts';

interface Tried {
  readonly kind: string;
  /** `needed` has the texts that its kind needs; `all` also has those of the other kinds. */
  readonly needed: Fields;
  readonly all: Fields;
  /** The body that was accepted with every text at its bound; empty where none was. */
  readonly taken: Fields;
}

/** These texts need no format. The BIC is left out, because it would have to match the account. */
const { bic_swift: _, country_id, postal_code, ...texts } = everything;

/** Tried once for all bounds, since most targets take all texts at once. */
const tried = oncePerOccasion(
  (check): Promise<readonly Tried[]> =>
    inParallel(kindsFor(check), async (kind) => {
      const [needed] = kind.sample(1, 11) as [Fields];
      const all = { ...texts, country_id, postal_code, ...needed };
      const isTaken = async (body: Fields) => createdIn(await create(check, longest(body))) !== undefined;
      const taken = (await isTaken(all)) ? all : (await isTaken(needed)) ? needed : {};
      return { kind: kind.name, needed, all, taken };
    }),
);

const longest = (body: Fields): Fields => ({
  ...body,
  ...atBounds(Object.fromEntries(Object.entries(body).filter(([name]) => name in texts || name === 'name'))),
});

/** The refusals of a text at its bound, one for each kind of beneficiary that has such a bound of its own. */
export async function refusedAtBoundOf(check: Check, field: string): Promise<readonly Exchange[]> {
  const left = (await tried(check)).filter(({ taken }) => taken[field] === undefined);
  const refused = await inParallel(left, ({ kind, needed, all }) => {
    const body = needed[field] === undefined ? all : needed;
    const bodies = [12, 13].map((variation) => ({ ...body, ...anotherOf(check, kind, variation) })) as [Fields, Fields];
    const text = String(atBounds({ [field]: body[field] })[field]);
    const ofLength = (length: number, which: 0 | 1) => ({ ...bodies[which], [field]: text.slice(0, length) });
    return refusedAtBound(check, ofLength, text.length);
  });
  return refused.filter((exchange) => exchange !== undefined);
}

/** Each call draws an account that no beneficiary has. */
const anotherOf = (check: Check, kind: string, variation: number): Fields | undefined =>
  kindsFor(check)
    .find(({ name }) => name === kind)
    ?.sample(1, variation)[0];

/**
 * The refusal of a value at its bound, if one with a character less is accepted with the same account. It has to happen twice. A target that
 * accepts an account only once refuses both the second time, so the other account is then tried.
 */
export async function refusedAtBound(
  check: Check,
  ofLength: (length: number, account: 0 | 1) => Fields,
  most: number,
): Promise<Exchange | undefined> {
  const refusedIn = async (account: 0 | 1) => {
    const atBound = await create(check, ofLength(most, account));
    if (createdIn(atBound)) return 'taken';
    return createdIn(await create(check, ofLength(most - 1, account))) ? atBound : undefined;
  };
  if (typeof (await refusedIn(0)) !== 'object') return undefined;
  const again = (await refusedIn(0)) ?? (await refusedIn(1));
  return again === 'taken' ? undefined : again;
}

// Everything that can be read at the target, for checks that read it again and again, or all at once.
import type { OperationId } from '../../../contract/operations.ts';
import { sample } from '../../../harness/assert/sample.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessRefused } from '../../../harness/declare/failures.ts';
import { beneficiariesOf } from '../../../harness/prepare/beneficiaries.ts';
import type { Call } from '../../../subject/api.ts';
import { isKnown } from '../../../subject/names.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { allCards, allows, type Card, current, kindOf, legacy } from '../../cards/support/card.ts';
import { expansions, lasting } from '../../payments/support/payment.ts';

type ReadOperation = Extract<
  OperationId,
  | 'listCards'
  | 'readCard'
  | 'listCardsV1'
  | 'readCardV1'
  | 'readCardLimitsV1'
  | 'readPayment'
  | 'readBeneficiary'
  | 'readWebhook'
  | 'listWebhookEvents'
>;

/**
 * Inputs for an operation, about at most this many different things, each with a key of its own. Where an answer can be requested with
 * more members, both forms are requested, because a target may mix up its caches of them.
 */
export const readings: Readonly<Record<ReadOperation, (check: Check, most: number) => Promise<readonly Call[]>>> = {
  listCards: async () => [{}],
  listCardsV1: async () => [{}],
  readWebhook: async () => [{}],
  listWebhookEvents: async () => [{}],
  readCard: async (check, most) => named((await chosen(check, most)).map(current.idOf)),
  readCardV1: async (check, most) => {
    const cards = sample(await allCards(check, legacy), most, check.seed, kindOf);
    const withLimits = cards.filter((card) => allows(card, 'canGetLimits'));
    const plain = named(cards.map(legacy.idOf));
    if (!isKnown(check.api.names.include)) return plain;
    return [...plain, ...named(withLimits.map(legacy.idOf), { open: { include: ['limits'] } })];
  },
  readCardLimitsV1: async (check, most) => {
    const cards = (await allCards(check, legacy)).filter((card) => allows(card, 'canGetLimits'));
    if (cards.length === 0) check.untested('a card whose limits may be read (canGetLimits)');
    return named(sample(cards, most, check.seed).map(legacy.idOf));
  },
  readPayment: async (check, most) => {
    const known = lasting(check);
    const ids = sample(known.length > 0 ? known : check.fixtures.payments(), most, check.seed);
    const { expand } = check.api.names;
    if (!isKnown(expand)) return named(ids);
    return [...named(ids), ...named(ids, { open: { expand: expand.value.list ? expansions : ['currency'] } })];
  },
  readBeneficiary: async (check, most) => named(sample(await beneficiariesOf(check), most, check.seed)),
};

export const readOperations = Object.keys(readings) as readonly ReadOperation[];

export interface Read {
  readonly operation: OperationId;
  readonly input: Call;
  /** Members that are not compared. */
  readonly leftOut?: readonly string[];
}

/** One of each kind of thing that the user owns, by the user's lists and the profile. */
export async function readsOfOwn(check: Check, as: UserName): Promise<readonly Read[]> {
  const { api, profile } = check;
  const [cards = [], older = []] = await Promise.all([
    unlessRefused(() => api.cards.list({}, { as })),
    unlessRefused(() => api.cardsV1.list({}, { as })),
  ]);
  const withLimits = older.filter((card) => allows(card, 'canGetLimits'));
  const { beneficiaries, foreign } = profile.fixtures;
  const declared = beneficiaries.kind === 'declared' ? beneficiaries.value : [];
  // The foreign things of the profile mostly belong to the second user.
  const owned: Readonly<Partial<Record<UserName, { payments: readonly string[]; beneficiaries: readonly string[] }>>> =
    {
      second: foreign,
      [api.user.name]: { payments: lasting(check), beneficiaries: declared },
    };
  const things: ReadonlyArray<readonly [ReadOperation, string | undefined]> = [
    ['readCard', cards.map(current.idOf)[0]],
    ['readCardV1', older.map(legacy.idOf)[0]],
    ['readCardLimitsV1', withLimits.map(legacy.idOf)[0]],
    ['readPayment', owned[as]?.payments[0]],
    ['readBeneficiary', owned[as]?.beneficiaries[0]],
  ];
  return things.flatMap(([operation, id]) => (id === undefined ? [] : [{ operation, input: { as, path: { id } } }]));
}

const named = (ids: readonly string[], more: Call = {}): readonly Call[] =>
  ids.map((id) => ({ ...more, path: { id } }));

const chosen = async (check: Check, most: number): Promise<readonly Card[]> =>
  sample(await allCards(check, current), most, check.seed, kindOf);

/** Marks a failure as in doubt, because for a while a card that this run has switched may show its old state to some readers. */
export function doubtWhereSwitched({ profile, doubt }: Check, operation: OperationId): void {
  if (profile.allow.smsNotification && operation.includes('Card')) doubt();
}

/** The members of a card that other checks of this run may switch back and forth at the same time. */
export const switched = ({ profile }: Check): readonly string[] =>
  profile.allow.smsNotification ? ['isSmsBalanceNotification'] : [];

// What there is at the target to test with: named by the profile, or found by asking.
import type { Api } from '../../target/api.ts';
import { Untested } from './failures.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Fixtures {
  /** Ids of the current cards that the user sees. */
  cards(): Promise<readonly string[]>;
  /** One of them. */
  card(): Promise<string>;
  wallets(): Promise<readonly string[]>;
  /** Ids of payments, whatever their state; read them before relying on it. */
  payments(): readonly string[];
  drafts(): readonly string[];
  cancellable(): readonly string[];
  notCancellable(): readonly string[];
  beneficiaries(): readonly string[];
}

export function createFixtures(api: Api): Fixtures {
  const { fixtures } = api.profile;
  const { drafts, cancellable, notCancellable, others } = fixtures.payments;

  async function cards(): Promise<readonly string[]> {
    const ids =
      fixtures.cards.kind === 'declared'
        ? fixtures.cards.value
        : (await api.cards.list()).map((card: Fields) => String(card['id']));
    return demanded(ids, 'a card (fixtures.cards)');
  }

  async function wallets(): Promise<readonly string[]> {
    const ids =
      fixtures.wallets.kind === 'declared'
        ? fixtures.wallets.value
        : (await api.cards.list()).map((card: Fields) => String(card['walletId']));
    return demanded([...new Set(ids)], 'a wallet (fixtures.wallets)');
  }

  return {
    cards,
    card: async () => (await cards())[0] as string,
    wallets,
    payments: () =>
      demanded([...others, ...notCancellable, ...cancellable, ...drafts], 'a payment (fixtures.payments)'),
    drafts: () => demanded(drafts, 'a draft payment (fixtures.payments.drafts)'),
    cancellable: () => demanded(cancellable, 'a payment that can be cancelled (fixtures.payments.cancellable)'),
    notCancellable: () =>
      demanded(notCancellable, 'a payment that cannot be cancelled (fixtures.payments.notCancellable)'),
    beneficiaries: () =>
      demanded(
        fixtures.beneficiaries.kind === 'declared' ? fixtures.beneficiaries.value : [],
        'a beneficiary (fixtures.beneficiaries)',
      ),
  };
}

function demanded(ids: readonly string[], what: string): readonly string[] {
  if (ids.length === 0) throw new Untested(`there is no ${what}`);
  return ids;
}

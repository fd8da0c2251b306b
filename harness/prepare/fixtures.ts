// What there is at the target to test with: named by the profile, or found by asking.
import type { Fields } from '../../subject/answers.ts';
import type { Api } from '../../subject/api.ts';
import { sample } from '../assert/sample.ts';
import { Untested } from '../declare/failures.ts';
import type { Found } from '../settings.ts';

export interface Fixtures {
  /** Ids of the current cards that the user sees. */
  cards(): Promise<readonly string[]>;
  /** The first of them. */
  card(): Promise<string>;
  wallets(): Promise<readonly string[]>;
  /** Ids of payments, whatever their state; read them before relying on it. Of drafts and the like, as many as the depth asks for. */
  payments(): readonly string[];
  drafts(): readonly string[];
  /** All of them but the one that `keptCancellable` names. */
  cancellable(): readonly string[];
  /** One of the cancellable payments, which only requests that must be refused try to cancel; undefined where there is but one. */
  keptCancellable(): string | undefined;
  notCancellable(): readonly string[];
}

interface Choice {
  readonly seed: number;
  readonly runs: number;
  readonly found?: Found;
}

export function createFixtures(api: Api, { seed, runs, found }: Choice): Fixtures {
  const { fixtures } = api.profile;
  const { cancellable, notCancellable, others } = fixtures.payments;
  const toCancel = cancellable.slice(0, Math.max(1, cancellable.length - 1));
  // Discovery of the place of sign tokens may have signed a draft.
  const drafts = fixtures.payments.drafts.filter((id) => !found?.spentDrafts.includes(id));

  // A profile may list hundreds of drafts and cancellable payments, which are much alike.
  const some = (ids: readonly string[]) => sample(ids, Math.ceil(runs / 2), seed);

  async function cards(): Promise<readonly string[]> {
    const ids =
      fixtures.cards.kind === 'declared'
        ? fixtures.cards.value
        : (await api.cards.list()).map((card: Fields) => String(card['id']));
    return atLeastOne(ids, 'card (fixtures.cards)');
  }

  async function wallets(): Promise<readonly string[]> {
    const ids =
      fixtures.wallets.kind === 'declared'
        ? fixtures.wallets.value
        : (await api.cards.list()).map((card: Fields) => String(card['walletId']));
    return atLeastOne([...new Set(ids)], 'wallet (fixtures.wallets)');
  }

  return {
    cards,
    card: async () => (await cards())[0] as string,
    wallets,
    payments: () =>
      atLeastOne([...others, ...notCancellable, ...some(cancellable), ...some(drafts)], 'payment (fixtures.payments)'),
    drafts: () => atLeastOne(drafts, 'draft payment (fixtures.payments.drafts)'),
    cancellable: () => atLeastOne(toCancel, 'payment that can be cancelled (fixtures.payments.cancellable)'),
    keptCancellable: () => cancellable[toCancel.length],
    notCancellable: () =>
      atLeastOne(notCancellable, 'payment that cannot be cancelled (fixtures.payments.notCancellable)'),
  };
}

function atLeastOne(ids: readonly string[], what: string): readonly string[] {
  if (ids.length === 0) throw new Untested(`there is no ${what}`);
  return ids;
}

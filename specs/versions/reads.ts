// The first look of a run, before the checks that need quiet: a few plain reads, each of which the judge looks at (Versioning, rule 1).
// So its findings are reported at once, and not after deliveries and limits. It changes nothing, so it causes no deliveries.
import { inParallel } from '../../harness/assert/parallel.ts';
import { sample } from '../../harness/assert/sample.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { isFields, jsonOf } from '../../subject/answers.ts';
import type { Card } from '../cards/support/card.ts';
import { lasting } from '../payments/support/payment.ts';

/** Of cards, payments and beneficiaries. */
const most = 4;

requirement(
  'VER-01',
  'every operation answers at its versioned path below the base address, and one session serves all versions',
  'each plain read',
  async (check) => {
    const { api, profile, seed } = check;
    const { beneficiaries } = profile.fixtures;
    const named = (ids: readonly string[]) => sample(ids, most, seed).map((id) => ({ path: { id } }));

    const [current] = await inParallel(
      [
        () => api.call('listCards'),
        () => api.call('listCardsV1'),
        () => api.call('readWebhook'),
        () => api.call('listWebhookEvents'),
        ...named(lasting(check)).map((payment) => () => api.call('readPayment', payment)),
        ...named(beneficiaries.kind === 'declared' ? beneficiaries.value : []).map(
          (beneficiary) => () => api.call('readBeneficiary', beneficiary),
        ),
      ],
      (read) => read(),
    );

    const listed = current && jsonOf(current);
    const cards = (Array.isArray(listed) ? listed : []).filter((card) => isFields(card)) as readonly Card[];
    const someCards = sample(cards, most, seed, ({ type }) => String(type));
    const readsOfCards = (['readCard', 'readCardV1', 'readCardLimitsV1'] as const).flatMap((id) =>
      named(someCards.map((card) => String(card.id))).map((card) => () => api.call(id, card)),
    );
    await inParallel(readsOfCards, (read) => read());
  },
);

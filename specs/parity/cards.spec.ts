// Both versions of one card agree (Versioning, rules 1 and 3; Resources / Card).
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';

requirement('PAR-02', async ({ api, steady }) => {
  await steady(async () => {
    const [current, legacy] = await Promise.all([api.cards.list(), api.cardsV1.list()]);
    const facesOf = (cards: typeof current, id: string, pan: string) =>
      cards.map((card) => ({ id: card[id], type: card['type'], pan: card[pan] }));
    const known = new Set(legacy.map((card) => card['uuid']));
    expect(facesOf(legacy, 'uuid', 'masked_number')).toBeExactly(
      facesOf(current, 'id', 'maskedPan').filter(({ id }) => known.has(id)),
    );
  });
});

// Filters of the current card list (Endpoints / Cards / GET v2 card).
import { cardStatusValues, cardTypeValues } from '../../contract/api-types.ts';
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';

requirement('CARD-14', async ({ api }) => {
  const all = await api.cards.list();
  for (const status of cardStatusValues) {
    const kept = await api.cards.list({ status });
    expect(kept).toBeExactly(all.filter((card) => card['status'] === status));
  }
});

requirement('CARD-15', async ({ api }) => {
  const all = await api.cards.list();
  for (const type of cardTypeValues) {
    const kept = await api.cards.list({ type });
    expect(kept).toBeExactly(all.filter((card) => card['type'] === type));
  }
});

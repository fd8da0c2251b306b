// The v1 card (Endpoints / Cards / GET v1 card id).
import { statusOf } from '../../target/answers.ts';
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';

requirement('LEG-27', async ({ api, fixtures }) => {
  for (const id of await fixtures.cards()) {
    const exchange = await api.call('readCardV1', { path: { id } });
    // A card in PROCESS need not exist for the older version.
    if (statusOf(exchange) === 404) continue;
    expect(exchange).toAnswer((card) => uuidOf(card) === id.toLowerCase(), `the card with uuid ${id}`);
  }
});

const uuidOf = (card: unknown): string | undefined => (card as { uuid?: string } | undefined)?.uuid?.toLowerCase();

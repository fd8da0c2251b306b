// A candidate with fewer things of a kind than the recording: a request that was refused for one thing is not played with a thing that allows it.
import { expect, test } from '@playwright/test';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { authorization, tokens } from '../manifold.ts';
import { leftOver, profileOf, replayed } from '../replaying.ts';

const cardOf = (id: number, status: string) => ({
  uuid: `${id}b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d`,
  id: id * 1000,
  status,
  permissions: { canGetPan: status === 'ACTIVE' },
});
type Card = ReturnType<typeof cardOf>;

const limitsOf = ({ id, status }: Card): Told => ({
  path: `/v1/card/${id}/limits`,
  ...(status === 'ACTIVE'
    ? { answer: { daily: 1 } }
    : { status: 403, answer: { message: 'Not allowed for this card' } }),
});
/** Version 2 names a card by its UUID alone, version 1 by UUID and number. */
const inV2 = ({ uuid, id: _, ...card }: Card) => ({ id: uuid, ...card });
const readV2 = ({ uuid, ...card }: Card): Told => ({ path: `/v2/card/${uuid}`, answer: inV2({ uuid, ...card }) });

test('of two blocked cards both are played with the only blocked one, and none with an active one that is free', async () => {
  const recorded = [cardOf(10, 'ACTIVE'), cardOf(11, 'BLOCKED'), cardOf(12, 'BLOCKED')];
  const live = [cardOf(20, 'ACTIVE'), cardOf(21, 'ACTIVE'), cardOf(22, 'BLOCKED')];
  const told: readonly Told[] = [
    ...[{ path: '/v2/card', answer: recorded.map(inV2) }, ...recorded.map(readV2)],
    ...[{ path: '/v1/card', answer: recorded }, ...recorded.map(limitsOf)],
  ];
  const path = await writeMade(
    test.info().outputPath('few.ndjson'),
    told.map((one) => ({ authorization, ...one })),
  );
  const candidate = await startAnswering(({ url }) => {
    if (url.startsWith('/v3/auth')) return { body: tokens };
    const card = live.find(({ id, uuid }) => url.includes(`/${id}`) || url.includes(uuid));
    if (card === undefined) return { body: url.startsWith('/v2') ? live.map(inV2) : live };
    const { status = 200, answer } = url.startsWith('/v2') ? readV2(card) : limitsOf(card);
    return { status, body: answer };
  });

  const result = await replayed({
    url: candidate.url,
    recordings: [path],
    profile: profileOf(candidate.url),
    shape: {},
  });
  await candidate.close();

  expect(leftOver(result)).toEqual([]);
  expect(result.account).toMatchObject({ sent: 8, heldBack: 0 });
});

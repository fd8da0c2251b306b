// Whether cards that a list shows can be read one by one.
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { sample } from '../../../harness/assert/sample.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { demandedMfa, isFields, statusOf } from '../../../subject/answers.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { type Card, kindOf, someCards, type Version } from './card.ts';
import { toEachOther } from './others.ts';

export async function listedCanBeRead(check: Check, version: Version): Promise<void> {
  await check.retried(async () => {
    const mayRead = await canBeRead(check, version, await someCards(check, version));
    if (!mayRead) check.untested('a card that the user may read');
  });
}

const fewOfOthers = 10;

export const listedOfOthersCanBeRead = (check: Check, version: Version): Promise<void> =>
  toEachOther(check, version, async (all, as) => {
    await canBeRead(check, version, sample(all, fewOfOthers, check.seed, kindOf), as);
  });

/**
 * Whether the user may read single cards at all. The main user may do everything, so if he may read some cards of his list, he may read all.
 * What another user may read of his list is not stated.
 */
async function canBeRead(check: Check, version: Version, cards: readonly Card[], as?: UserName): Promise<boolean> {
  const exchanges = await inParallel(cards.map(version.idOf), (id) =>
    check.api.call(version.read, { path: { id }, ...(as && { as }) }),
  );
  if (exchanges.every((exchange) => statusOf(exchange) === 403)) return false;
  exchanges.forEach((exchange, index) => {
    if (demandedMfa(exchange) !== undefined || (as && statusOf(exchange) === 403)) return;
    const uuid = version.uuidOf(cards[index] as Card);
    expect(exchange).toAnswer((card) => isFields(card) && version.uuidOf(card) === uuid, `the card ${uuid}`);
  });
  return true;
}

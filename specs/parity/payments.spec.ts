// Payments and cards must agree about the same wallet and the same card (Resources / Payment; Versioning, rule 1).
import { isDeepStrictEqual } from 'node:util';
import { meaningful } from '../../contract/presence.ts';
import { showSameDigits } from '../../contract/text/masks.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { idIn, isId } from '../../generators/ids.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { unlessRefused } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { type Fields, isFields, jsonOf, succeeded, within } from '../../subject/answers.ts';
import { allCards, type Card, legacy } from '../cards/support/card.ts';
import { expandedOfSecond } from '../payments/support/second.ts';
import { pairsInLists } from './support/pairs.ts';
import { readPayment, somePayments } from './support/payments.ts';
import { isWhole, numbered, oneUuidEach, walletsOfCards } from './support/wallets.ts';

const oneNameOfEach =
  'each walletId of payments stands beside one walletUuid, and each currencyExchangeId beside one currencyExchangeUuid';

requirement('PAR-29', oneNameOfEach, async (check) => {
  const ofCards = walletsOfCards(await pairsInLists(check));
  const exchanges = await inParallel(await somePayments(check), (id) => readPayment(check, id));
  const ofPayments = exchanges.filter(succeeded).flatMap((exchange) => {
    const payment = jsonOf(exchange);
    return numbered(within(payment, 'walletUuid'), within(payment, 'walletId')).map((wallet) => ({
      wallet,
      exchange,
    }));
  });
  if (!ofPayments.some(({ wallet }) => isWhole(wallet)))
    check.untested('a payment that names its wallet by number and by UUID');
  // The wallet numbers in payments may be another kind of number.
  const isShared = ofPayments.some(
    ({ wallet }) => isWhole(wallet) && ofCards.some((other) => isDeepStrictEqual(wallet, other)),
  );
  const known = [...(isShared ? ofCards.filter(isWhole) : []), ...ofPayments.map(({ wallet }) => wallet)];
  for (const { wallet, exchange } of ofPayments)
    expect(exchange).toSatisfy(() => oneUuidEach([wallet, ...known], 'walletId beside one walletUuid'));
});

requirement('PAR-29', oneNameOfEach, 'of exchanges', async (check) => {
  const payments = (await inParallel(await somePayments(check), (id) => readPayment(check, id)))
    .filter(succeeded)
    .map(jsonOf);
  // A target may give only one of the two ids of an exchange, or give it only after the exchange is made.
  const exchanges = payments
    .flatMap((payment) => numbered(within(payment, 'currencyExchangeUuid'), within(payment, 'currencyExchangeId')))
    .filter(isWhole);
  expect(payments).toSatisfy(() => oneUuidEach(exchanges, 'currencyExchangeId beside one currencyExchangeUuid'));
});

const asListed = 'the card that an expansion of a payment names by its uuid shows the digits that lists show of it';

requirement('PAR-30', asListed, async (check) => {
  const cards = await allCards(check, legacy);
  const exchanges = await inParallel(await somePayments(check), (id) => readPayment(check, id, ['card']));
  if (expectListed(cards, exchanges) === 0) check.untested('a payment with the expansion of a card that is listed');
});

requirement('PAR-30', asListed, 'of the second user', async (check) => {
  const payments = await expandedOfSecond(check);
  if (payments.length === 0) return;
  const cards = await unlessRefused(() => check.api.cardsV1.list({}, { as: 'second' }));
  expectListed(
    cards ?? [],
    payments.map(({ exchange }) => exchange),
  );
});

/** Answers how many cards of payments were found in the list. */
function expectListed(cards: readonly Card[], exchanges: readonly Exchange[]): number {
  const named = exchanges.filter(succeeded).flatMap((exchange) => {
    const card = within(jsonOf(exchange), 'card');
    return isFields(card) ? [{ card, exchange }] : [];
  });
  const byUuid = named.flatMap((one) => cards.filter(hasUuid(one.card)).map((listed) => ({ ...one, listed })));
  for (const { card, listed, exchange } of byUuid) expect(exchange).toSatisfy(() => sameDigits(card, listed));
  // The card ids in payments may be another kind of number.
  if (byUuid.some(({ card, listed }) => hasId(card)(listed)))
    for (const { card, exchange } of named) expect(exchange).toSatisfy(() => namesOne(card, cards));
  return byUuid.length;
}

const hasUuid =
  ({ uuid }: Fields) =>
  (listed: Card): boolean =>
    meaningful(uuid) !== undefined && isId(String(uuid), legacy.uuidOf(listed));

/** A number that has lost digits identifies nothing. */
const hasId =
  ({ id }: Fields) =>
  (listed: Card): boolean =>
    idIn(meaningful(id)) !== undefined && idIn(id) === idIn(listed.id);

function namesOne(card: Fields, cards: readonly Card[]): Mismatch {
  const [byUuid, byId] = [cards.find(hasUuid(card)), cards.find(hasId(card))];
  const listed = byUuid ?? byId;
  // A card that is not in the user's lists cannot be compared, nor a number that is missing or has lost digits.
  if (byUuid === byId || listed === undefined) return undefined;
  if ([card.id, listed.id].some((id) => idIn(meaningful(id)) === undefined)) return undefined;
  return {
    expected: `uuid and id of one card, such as ${legacy.uuidOf(listed)} and ${listed.id}`,
    got: `${card.uuid} and ${card.id}`,
  };
}

/** A mask of another form may show more digits or fewer. */
function sameDigits({ maskedNumber }: Fields, listed: Card): Mismatch {
  const [there, here] = [meaningful(maskedNumber), meaningful(listed.masked_number)];
  if (there === undefined || here === undefined) return undefined;
  return showSameDigits(String(there), String(here))
    ? undefined
    : { expected: `the digits of ${here}, as card ${legacy.uuidOf(listed)} is listed`, got: String(there) };
}

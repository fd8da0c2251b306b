// Calculating the limits of a card (Endpoints / Cards / POST v2 card calculate limits).
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessRefused, unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { somebodyElse } from '../../harness/prepare/fresh-session.ts';
import { pastSecondFactor } from '../../harness/prepare/past-second-factor.ts';
import { jsonOf, statusOf, succeeded, textWithin } from '../../subject/answers.ts';
import { filled, inputOf } from '../../subject/bodies.ts';
import type { CallBody, CallInput } from '../../subject/calls.ts';
import { isKnown } from '../../subject/names.ts';
import { allows, type Card, current, expectAllowed, forbids, oneOfEachKind, someCards } from './support/card.ts';

const answers201 =
  'calculating card limits answers 201, but for a 409 while another calculation of that card is under way';

requirement('CARD-42', answers201, async (check) => {
  const cards = oneOfEachKind(await cardsWithLimits(check));
  const exchanges: Exchange[] = [];
  for (const [place, card] of cards.entries())
    exchanges.push(await calculate(check, card, place % 2 === 0 ? {} : { capitals: true }));
  demandSuccess(check, exchanges);
  const answered = exchanges.filter((exchange) => !passedOver.has(statusOf(exchange)));
  for (const exchange of answered) expect(exchange).toBeAccepted();
  // It is not stated which of the two limit flags applies to a calculation.
  const answers = exchanges.map((exchange, place) => ({ card: cards[place]!, exchange }));
  await expectAllowed(check, current, ['canGetLimits', 'canSetLimits'], answers);
  // The judge checks the refusals for cards whose limits may not be read.
  const forbidden = (await someCards(check, current)).filter((card) => forbids(card, 'canGetLimits'));
  for (const card of oneOfEachKind(forbidden)) await calculate(check, card);
});

// A target may look for the card only among those of the first user. The second user may lack the permission to calculate limits, and values
// that the profile writes into the body may be known only to the main user.
requirement('CARD-42', answers201, 'to the second user', async (check) => {
  const own = await cardsWithLimits(check);
  const as = await somebodyElse(check);
  const listed = as && (await unlessRefused(() => check.api.cards.list({}, { as })));
  const card = listed?.find((one) => allows(one, 'canGetLimits'));
  if (as === undefined || card === undefined) return;
  const { json, form } = bodyFor(check, card);
  const sent = JSON.stringify(json ?? form ?? {});
  if (own.some(({ id, walletId }) => [id, walletId].some((named) => sent.includes(String(named))))) return;
  const exchange = await unlessUntested(() => calculate(check, card, { as }));
  if (exchange && statusOf(exchange) === 404) expect(exchange).toBeAccepted();
});

/** Statuses for a missing permission, for a calculation of that card under way (perhaps of another check), and for too many requests. */
const passedOver = new Set<number | undefined>([403, 409, 429]);

/**
 * Calculates for one card of each kind, then again and again for one of them: often enough to meet a fault that shows once in 25 times, but
 * not so long that a limiter is kept busy. Other checks may use up the same limit; the answers until then are judged.
 */
requirement(
  'CARD-43',
  "calculated limits have status CREATED and a string id, their own and not the card's",
  async (check) => {
    const cards = oneOfEachKind(await cardsWithLimits(check));
    const exchanges = await Promise.all(cards.map((card) => calculate(check, card)));
    const again = cards.find((_, place) => succeeded(exchanges[place] as Exchange));
    // The time runs from here, because the first calls may have waited for their rate limit.
    const until = Date.now() + 20_000;
    for (let run = 0; again && run < Math.min(check.runs, 80) && Date.now() < until; run++) {
      const exchange = await calculate(check, again);
      if (!succeeded(exchange)) break;
      exchanges.push(exchange);
      expect(idsIn(exchanges)).toSatisfy(areDistinct);
    }
    demandSuccess(check, exchanges);
    expect(idsIn(exchanges)).toSatisfy(areDistinct);
    expect(idsIn(exchanges)).toSatisfy(namesNoneOf(cards.map(current.uuidOf)));
    if (exchanges.filter(succeeded).length < 2) check.untested('limits calculated twice within the rate limit');
  },
);

const idsIn = (exchanges: readonly Exchange[]): readonly (string | undefined)[] =>
  exchanges.filter(succeeded).map((exchange) => textWithin(jsonOf(exchange), 'id')?.toLowerCase());

function demandSuccess(check: Check, exchanges: readonly Exchange[]): void {
  if (exchanges.some(succeeded)) return;
  const isLimited = exchanges.some((exchange) => statusOf(exchange) === 429);
  check.untested(isLimited ? 'limits calculated within the rate limit' : 'a card whose limits the user may calculate');
}

requirement(
  'CARD-48',
  `the request body of calculate limits, and the field name and success response of the SMS balance notification, are
   not shown`,
  'body of the calculation',
  async (check) => {
    const [card] = await cardsWithLimits(check);
    const bodies = { 'no body': {}, 'an empty object': { json: {} }, 'an unknown member': { json: { assay: true } } };
    for (const [name, body] of Object.entries(bodies)) {
      const exchange = await check.api.call('calculateCardLimits', {
        path: { id: current.idOf(card as Card) },
        ...body,
      });
      check.observe(`calculating limits with ${name} is answered with ${statusOf(exchange) ?? 'nothing'}`);
    }
  },
);

/** Each answer names a new entity, so no id comes twice. */
function areDistinct(ids: readonly (string | undefined)[]): Mismatch {
  const given = ids.filter((id) => id !== undefined);
  const { size } = new Set(given);
  if (size === given.length) return undefined;
  return { expected: `an id of its own for each of ${given.length} new entities`, got: `${size} different ids` };
}

/** A new entity cannot have the id of a card that existed before. */
const namesNoneOf =
  (old: readonly string[]) =>
  (ids: readonly (string | undefined)[]): Mismatch => {
    const known = ids.find((id) => id !== undefined && old.includes(id));
    return known === undefined ? undefined : { expected: 'the id of a new entity', got: `${known}, the id of a card` };
  };

async function cardsWithLimits(check: Check): Promise<readonly Card[]> {
  if (!check.profile.allow.calculateLimits) check.untested('permission to calculate limits (allow.calculateLimits)');
  const cards = (await someCards(check, current)).filter((card) => allows(card, 'canGetLimits'));
  return cards.length > 0 ? cards : check.untested('a card whose limits may be had (canGetLimits)');
}

const calculate = (check: Check, card: Card, how: Pick<CallInput, 'as' | 'capitals'> = {}): Promise<Exchange> =>
  pastSecondFactor(check, 'calculateCardLimits', {
    ...how,
    path: { id: current.idOf(card) },
    ...bodyFor(check, card),
  });

function bodyFor({ api }: Check, card: Card): CallBody {
  const template = api.names.bodies.calculateCardLimits;
  if (!isKnown(template)) return {};
  return inputOf(filled(template.value, { cardId: current.idOf(card), walletId: String(card.walletId) }));
}

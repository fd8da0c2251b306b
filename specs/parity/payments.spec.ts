// What payments and cards say of one wallet and of one card agrees (Resources / Payment; Versioning, rule 1).
import { told } from '../../contract/presence.ts';
import { idIn, isId } from '../../generators/ids.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { type Fields, isFields, jsonOf, succeeded, within } from '../../subject/answers.ts';
import { allCards, type Card, legacy } from '../cards/support/card.ts';
import { pairsInLists } from './support/pairs.ts';
import { readPayment, somePayments } from './support/payments.ts';
import { oneUuidEach, walletIn, walletsOfCards } from './support/wallets.ts';

requirement(
  'PAR-29',
  'each walletId of payments stands beside one walletUuid, the one that the cards of that wallet have',
  async (check) => {
    const ofCards = walletsOfCards(await pairsInLists(check));
    const exchanges = await inParallel(somePayments(check), (id) => readPayment(check, id));
    const ofPayments = exchanges.filter(succeeded).flatMap((exchange) => {
      const payment = jsonOf(exchange);
      return walletIn(within(payment, 'walletUuid'), within(payment, 'walletId')).map((wallet) => ({
        wallet,
        exchange,
      }));
    });
    if (ofPayments.length === 0) check.untested('a payment that names its wallet by number and by UUID');
    const known = [...ofCards, ...ofPayments.map(({ wallet }) => wallet)];
    for (const { wallet, exchange } of ofPayments)
      expect(exchange).toSatisfy(() => oneUuidEach([wallet, ...known], 'walletId beside one walletUuid'));
  },
);

requirement(
  'PAR-30',
  'the card that an expansion of a payment names has the uuid, the id and the shown digits that lists of cards give it',
  async (check) => {
    const cards = await allCards(check, legacy);
    const exchanges = await inParallel(somePayments(check), (id) => readPayment(check, id, ['card']));
    const named = exchanges.filter(succeeded).flatMap((exchange) => {
      const card = within(jsonOf(exchange), 'card');
      // A card that the user is not shown in lists cannot be compared.
      const listed = isFields(card) ? cards.filter((one) => isSame(card, one)) : [];
      return isFields(card) ? listed.map((one) => ({ card, listed: one, exchange })) : [];
    });
    if (named.length === 0) check.untested('a payment with the expansion of a card that is listed');
    for (const { card, listed, exchange } of named) expect(exchange).toSatisfy(() => alike(card, listed));
  },
);

/** By either of its names: one that names another card breaks the requirement. */
const isSame = ({ uuid, id }: Fields, listed: Card): boolean =>
  (told(uuid) !== undefined && isId(String(uuid), legacy.uuidOf(listed))) ||
  (idIn(told(id)) !== undefined && idIn(id) === idIn(told(listed.id)));

function alike({ uuid, id, maskedNumber }: Fields, listed: Card): Mismatch {
  const differs = [
    { name: 'uuid', there: uuid, here: listed.uuid, same: isId(String(uuid), listed.uuid) },
    // A number that has lost digits names nothing.
    { name: 'id', there: idIn(id), here: idIn(listed.id), same: isId(String(id), listed.id) },
    {
      name: 'maskedNumber',
      there: maskedNumber,
      here: listed.masked_number,
      same: agree(maskedNumber, listed.masked_number),
    },
  ].find(({ there, here, same }) => told(there) !== undefined && told(here) !== undefined && !same);
  return (
    differs && {
      expected: `${differs.name} ${differs.here}, as card ${listed.uuid} is listed`,
      got: String(differs.there),
    }
  );
}

/** A mask of another form may show more digits or fewer. */
function agree(one: unknown, other: unknown): boolean {
  const [first, last] = [/^\d*/, /\d*$/].map((end) => [one, other].map((mask) => end.exec(String(mask))![0])) as [
    string[],
    string[],
  ];
  const [begins, ends] = [byLength(first), byLength(last)];
  return begins[1].startsWith(begins[0]) && ends[1].endsWith(ends[0]);
}

const byLength = (texts: readonly string[]): readonly [string, string] =>
  [...texts].sort((one, other) => one.length - other.length) as [string, string];

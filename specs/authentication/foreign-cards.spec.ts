// Cards of somebody else (Errors, rules 2 and 3; Versioning, rule 1).
import type { OperationId } from '../../contract/operations.ts';
import { inEachSpelling } from '../../contract/text/uuid.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { idIn } from '../../generators/ids.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { sample } from '../../harness/assert/sample.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessRefused, unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { demandedMfa, statusOf, succeeded } from '../../subject/answers.ts';
import { UnexpectedAnswer } from '../../subject/api.ts';
import type { CallInput } from '../../subject/calls.ts';
import type { UserName } from '../../subject/profile/profile.ts';
import { type Card, current, legacy, type Version } from '../cards/support/card.ts';
import {
  type Between,
  type ForeignCard,
  foreignCards,
  inBothVersions,
  isOn,
  listsOf,
  mostForeign,
} from './support/foreign-cards.ts';

const keptFromOthers = 'a card that another user sees and this one does not is not shown to this one by its id';

requirement('AUTH-21', keptFromOthers, async (check) => {
  await showsNone(check, check.api.user.name, await foreignCards(check));
});

// Also between the second user and the user with a second factor, and with the main user as the owner.
requirement('AUTH-21', keptFromOthers, 'by other users', async (check) => {
  const main = check.api.user.name;
  const { mfa } = check.profile.users;
  const pairs: readonly Between[] = [
    { of: main, to: 'second' },
    ...(mfa ? [{ of: 'second', to: 'mfa' } as const] : []),
  ];
  for (const { of, to } of pairs) {
    const cards = await unlessRefused(() => unlessUntested(() => foreignCards(check, { of, to })));
    await showsNone(check, to, cards ?? []);
  }
});

// This user may see fewer wallets than the main user of the same company.
requirement('AUTH-21', keptFromOthers, 'a restricted user', async (check) => {
  const as = 'restricted';
  if (check.profile.users[as] === undefined) return;
  const own = await unlessRefused(() => listsOf(check, as));
  if (own === undefined) return check.observe('the restricted user gets no list of cards');
  const all = inBothVersions(await listsOf(check, check.api.user.name));
  const unlisted = all.filter(({ card }) => !isOn(own, card));
  await showsNone(check, as, sample(unlisted, mostForeign, check.seed));
});

async function showsNone(check: Check, as: UserName, foreign: readonly ForeignCard[]): Promise<void> {
  await inParallel(foreign, async ({ card, v1Card }) => {
    const ask = (operation: OperationId, id: string, input: CallInput = {}) =>
      check.api.call(operation, { as, path: { id }, ...input });
    const asked: Exchange[] = [];
    for (const id of inEachSpelling(current.idOf(card))) asked.push(await ask('readCard', id));
    for (const id of idsInV1(v1Card).flatMap(inEachSpelling)) {
      asked.push(await ask('readCardV1', id));
      asked.push(await ask('readCardLimitsV1', id));
    }
    if (check.profile.allow.readCredentials) {
      asked.push(await ask('readCardCredentials', String(card.id), { json: { fields: ['phone'] } }));
    }
    for (const exchange of asked) expect(exchange).toBeRefused();
  });
}

const refusedToOther = 'after another user was refused it';

requirement('CARD-26', 'reading a card by its id answers the card with that id', refusedToOther, (check) =>
  shownAgain(check, current),
);

requirement('LEG-27', 'reading a v1 card by its UUID answers the card with that uuid', refusedToOther, (check) =>
  shownAgain(check, legacy),
);

const few = 3;

/** A target may cache the refusal to another user, and then refuse the owner too. */
async function shownAgain(check: Check, version: Version): Promise<void> {
  const cards = (await unlessRefused(() => unlessUntested(() => foreignCards(check)))) ?? [];
  await inParallel(sample(cards, few, check.seed), async ({ card }) => {
    const path = { id: current.uuidOf(card) };
    const readAsOwner = () => check.api.call(version.read, { as: 'second', path });
    if (!succeeded(await readAsOwner())) return;
    await check.api.call(version.read, { path });
    const again = await readAsOwner();
    if (demandedMfa(again) === undefined) expect(again).toBeAccepted();
  });
}

requirement(
  'PAR-27',
  'a card of another user that one version refuses to show by its id is not shown by the other version either',
  async (check) => {
    await readsOwn(check, current);
    await readsOwn(check, legacy);
    await inParallel(await foreignCards(check), async ({ card, v1Card }) => {
      const v2 = await check.api.call('readCard', { path: { id: String(card.id) } });
      for (const id of idsInV1(v1Card)) {
        const v1 = await check.api.call('readCardV1', { path: { id } });
        if (isRefused(v2)) expect(v1).toSatisfy(isNotShown('v1', 'v2'));
        // A target that does not know cards by their numbers in v1 refuses a number to every user.
        if (id === legacy.idOf(v1Card) && isRefused(v1)) expect(v2).toSatisfy(isNotShown('v2', 'v1'));
      }
    });
  },
);

/** The UUID, and the number that a target may accept in v1 as well. */
const idsInV1 = (card: Card): readonly string[] => [legacy.idOf(card), idIn(card.id)].filter((id) => id !== undefined);

/** A user who may not use this version at all is refused for that, which proves nothing about the card. */
async function readsOwn(check: Check, version: Version): Promise<void> {
  const [card] = await version.calls(check.api).list();
  if (card === undefined) return check.untested(`a card of one's own on the ${version.name} list`);
  const exchange = await check.api.call(version.read, { path: { id: version.idOf(card) } });
  if (!succeeded(exchange)) throw new UnexpectedAnswer(exchange, 'a card');
}

const isRefused = (exchange: Exchange): boolean => [403, 404].includes(statusOf(exchange) ?? 0);

const isNotShown =
  (shows: string, refuses: string) =>
  (exchange: Exchange): Mismatch =>
    succeeded(exchange)
      ? { expected: `a refusal by ${shows}, as ${refuses} refuses`, got: "another user's card" }
      : undefined;

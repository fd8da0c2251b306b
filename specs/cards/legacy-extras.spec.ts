// Fields that the v1 detail has only on request, and the older limits (Endpoints / Cards / GET v1 card; Resources).
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { pastSecondFactor } from '../../harness/prepare/past-second-factor.ts';
import { demandedMfa, isFields, jsonOf, statusOf, succeeded, within } from '../../subject/answers.ts';
import { isKnown } from '../../subject/names.ts';
import type { UserName } from '../../subject/profile/profile.ts';
import { allows, type Card, expectAllowed, forbids, legacy, oneOfEachKind, someCards } from './support/card.ts';
import { type Asked, ask, expectCarried, legacyExtras, onlyWithLeaveToRead, withholds } from './support/extras.ts';
import { legacyExtrasOfOthers, toEachOther } from './support/others.ts';

const everyWay = 'every combination on a card of each type';

const carriesThem =
  'a v1 card asked for password, cvv, pin, number or limits carries a value for it where its permissions allow that';

requirement('LEG-31', carriesThem, async (check) => {
  onlyWithLeaveToRead(check);
  const asked = await ask(legacyExtras, check, await someCards(check, legacy), everyWay);
  if (asked.length === 0) check.untested('a card of which the user may have extra fields');
  await expectAllCarried(check, asked);
});

requirement('LEG-31', carriesThem, 'of other users', async (check) => {
  onlyWithLeaveToRead(check);
  await expectAllCarried(check, withoutKept(check, await legacyExtrasOfOthers(check)));
});

/**
 * A permission may describe the state of the card and not the rights of the user, because a role may hide all secrets. A user who was given a
 * secret of any card is due all that the permissions allow; other users are due only what some request gave them.
 */
function withoutKept({ observe }: Check, asked: readonly Asked[]): readonly Asked[] {
  const given = asked.flatMap(({ as, card, names, exchange }) =>
    names.filter((name) => withholds(name)(exchange) !== undefined).map((name) => ({ as, card, name })),
  );
  const secrets = given.filter(({ name }) => name !== 'limits' && legacyExtras.needs[name] !== undefined);
  const trusted = new Set(secrets.map(({ as }) => as));
  const kept = new Set(asked.map(({ as }) => as).filter((as) => !trusted.has(as)));
  if (kept.size > 0) observe(`users who are given no secrets of v1 cards: ${[...kept].join(', ')}`);
  const isDue = ({ as, card }: Asked, name: string) =>
    trusted.has(as) || given.some((one) => one.as === as && one.card === card && one.name === name);
  return asked.map((one) => ({ ...one, names: one.names.filter((name) => isDue(one, name)) }));
}

/** phone3ds is left out, because no permission tells whether a card has a telephone number. */
async function expectAllCarried(check: Check, asked: readonly Asked[]): Promise<void> {
  const certain = asked.map((one) => ({ ...one, names: one.names.filter((name) => name !== 'phone3ds') }));
  for (const one of certain) await expectCarried(legacyExtras, check, one);
}

// A list may refuse or ignore the parameter. The judge checks what the list carries.
requirement(
  'LEG-18',
  'no card of the v1 list carries password, cvv, pin, number, phone3ds or a whole number as pan',
  'where the list is asked for them',
  async ({ api, profile }) => {
    const { include } = api.names;
    if (!isKnown(include)) return;
    const some = legacyExtras.names.filter((name) => name === 'limits' || profile.allow.readCredentials);
    const together = include.value.list === undefined ? [] : [some];
    await inParallel([...some.map((name) => [name]), ...together], (names) =>
      api.call('listCardsV1', { open: { include: names } }),
    );
  },
);

requirement(
  'CARD-40',
  'a credential or a change whose permission flag is false is refused or left out',
  'extra fields of v1',
  async (check) => {
    onlyWithLeaveToRead(check);
    const { names, needs } = legacyExtras;
    const users = [check.api.user.name, 'restricted' as const].filter((name) => check.profile.users[name]);
    const forbidden = (
      await inParallel(users, async (as) =>
        oneOfEachKind(await cardsOf(check, as)).flatMap((card) =>
          names.filter((name) => needs[name] && forbids(card, needs[name])).map((name) => ({ as, card, name })),
        ),
      )
    ).flat();
    if (forbidden.length === 0) check.untested('a v1 card that forbids one of its extra fields');
    await inParallel(forbidden, async ({ as, card, name }) => {
      expect(await legacyExtras.ask(check, legacy.idOf(card), [name], as)).toSatisfy(withholds(name));
    });
  },
);

/** Empty where this user may not read the list. */
async function cardsOf(check: Check, as: UserName): Promise<readonly Card[]> {
  const listed = jsonOf(await pastSecondFactor(check, 'listCardsV1', { as }));
  return Array.isArray(listed) ? (listed as readonly Card[]) : [];
}

const limits = ['purchase', 'withdrawal', 'internet_purchase', 'contactless_purchase'];

requirement('LEG-45', 'values of a usage limit other than DEFAULT are not shown', async (check) => {
  const cards = (await someCards(check, legacy)).filter((card) => allows(card, 'canGetLimits'));
  const exchanges = await inParallel(cards, (card) => legacyExtras.ask(check, legacy.idOf(card), ['limits']));
  const values = exchanges.flatMap((exchange) =>
    limits.map((limit) => within(jsonOf(exchange), 'limits', limit, 'value')),
  );
  const seen = [...new Set(values.filter((value) => typeof value === 'string'))];
  check.observe(`values of usage limits: ${seen.join(', ') || 'none seen'}`);
});

const simpleLimits = 'the simple limits have five limits as numbers and currency as a string';

requirement('LEG-47', simpleLimits, async (check) => {
  const cards = (await someCards(check, legacy)).filter((card) => allows(card, 'canGetLimits'));
  if (cards.length === 0) check.untested('a card whose limits may be read (canGetLimits)');
  const isAllowed = await haveLimits(check, cards);
  if (!isAllowed) check.untested('a user who may read the limits of a card');
});

requirement('LEG-47', simpleLimits, 'of other users', (check) =>
  toEachOther(check, legacy, async (all, as) => {
    await haveLimits(check, all.filter((card) => allows(card, 'canGetLimits')).slice(0, 1), as);
  }),
);

/** Whether the user may read the limits of any of these cards. */
async function haveLimits(check: Check, cards: readonly Card[], as = check.api.user.name): Promise<boolean> {
  const { api } = check;
  const exchanges = await inParallel(cards, (card) =>
    api.call('readCardLimitsV1', { path: { id: legacy.idOf(card) }, as }),
  );
  const allowed = exchanges.filter((exchange) => statusOf(exchange) !== 403 && demandedMfa(exchange) === undefined);
  for (const exchange of allowed) expect(exchange).toBeAccepted();
  const answers = exchanges.map((exchange, place) => ({ card: cards[place]!, exchange }));
  if (as === api.user.name) await expectAllowed(check, legacy, ['canGetLimits'], answers);
  return allowed.length > 0;
}

requirement(
  'LEG-52',
  'the name and list syntax of the parameter for extra v1 fields, and its answer to other values, are not shown',
  async (check) => {
    const [card] = (await someCards(check, legacy)) as [Card, ...Card[]];
    const exchange = await legacyExtras.ask(check, legacy.idOf(card), ['noSuchField']);
    const answer =
      succeeded(exchange) && isFields(jsonOf(exchange)) ? 'ignored' : `answered with ${statusOf(exchange)}`;
    check.observe(`an extra v1 field that does not exist is ${answer}`);
  },
);

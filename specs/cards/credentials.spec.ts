// Credentials of a card: each on request, none without (Endpoints / Cards / POST v2 card credentials).
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { pastSecondFactor } from '../../harness/prepare/past-second-factor.ts';
import { type Growth, median } from '../../load/pictures/growth.ts';
import { isFields, jsonOf, statusOf, succeeded, within } from '../../subject/answers.ts';
import type { CallBody } from '../../subject/calls.ts';
import { acceptingAny } from '../errors/support/any-type.ts';
import { type Card, current, forbids, someCards, types } from './support/card.ts';
import {
  type Asked,
  ask,
  credentials,
  expectCarried,
  onlyWithLeaveToRead,
  permitted,
  withholds,
} from './support/extras.ts';
import { credentialsOfOthers } from './support/others.ts';

const everyWay = 'every combination on a card of each type';

const eachIsThere = 'every credential asked for is in the answer with a value, each alone and several together';

requirement('CARD-30', eachIsThere, async (check) => {
  onlyWithLeaveToRead(check);
  const asked = await ask(credentials, check, await someCards(check, current), everyWay);
  if (asked.length === 0) check.untested('a card of which the user may have credentials');
  await expectEachThere(check, asked);
});

requirement('CARD-30', eachIsThere, 'of other users', async (check) => {
  onlyWithLeaveToRead(check);
  await expectEachThere(check, await credentialsOfOthers(check));
});

async function expectEachThere(check: Check, asked: readonly Asked[]): Promise<void> {
  for (const one of asked) {
    await expectCarried(credentials, check, one);
    expect(one.exchange).toSatisfy(hasNoOtherForEmail);
  }
}

/** A text without digits may say that there is no e-mail address. */
function hasNoOtherForEmail(exchange: Exchange): Mismatch {
  const [email, phone] = ['email', 'phone'].map((name) => within(jsonOf(exchange), name));
  if (!succeeded(exchange) || typeof email !== 'string' || email.includes('@') || !/\d/.test(email)) return undefined;
  const isMasked = /[*x•#]/i.test(email);
  return isMasked && email !== phone ? undefined : { expected: 'an email with an @', got: 'one with digits and no @' };
}

// A target that accepts only JSON refuses the form; the judge checks the answer of one that accepts it.
requirement(
  'CARD-31',
  'no credential that was not asked for is in the answer, nor anything else, and no v2 card carries a secret',
  'by a form',
  async (check) => {
    const { card, right } = await accepted(check);
    const forms = ['fields', 'fields[]', 'fields[0]', 'field'].map((name) => ({ form: { [name]: right } }));
    await inParallel([...forms, { form: {} }], (form) => send(check, card, form));
  },
);

// Tested for each type of card, because a target may check the request less strictly for one type.
requirement('CARD-32', 'an empty list of credential fields gives 400', (check) =>
  refusesForEachType(check, () => [{ json: { fields: [] } }]),
);

const outsideTheSix = 'a credential field outside the six gives 400';

requirement('CARD-33', outsideTheSix, (check) =>
  refuses(check, (right) => {
    // The third has a Cyrillic letter.
    const lists = ['noSuchCredential', 'number', 'сvv', 'phone3ds'].flatMap((wrong) => [
      [wrong],
      [wrong, right],
      [right, wrong],
      [right, wrong, right],
      [right, right, wrong],
    ]);
    // Cards or JavaScript objects have members of these names, but they are no credentials.
    const members = ['cardholderName', 'maskedPan', 'limits', 'toString'].flatMap((wrong) => [[wrong], [right, wrong]]);
    // A target that drops empty names is left with an empty list, which gives 400 too.
    const empty = [[''], ['', '']];
    return [...lists, ...members, ...empty].map((fields) => ({ json: { fields } }));
  }),
);
requirement('CARD-33', outsideTheSix, 'of cards of each type', (check) =>
  refusesForEachType(check, (right) =>
    [['noSuchCredential', right], ['noSuchCredential']].map((fields) => ({ json: { fields } })),
  ),
);

requirement('CARD-33', outsideTheSix, 'whatever type is accepted', async (check) => {
  const { card } = await accepted(check);
  const [path, json] = [{ id: current.idOf(card) }, { fields: ['noSuchCredential'] }];
  for (const accepting of acceptingAny(check)) {
    expect(await check.api.call('readCardCredentials', { path, json, ...accepting })).toBeRefused(400);
  }
});

const noListOfFields =
  'a credentials request without fields, with fields that are no list of strings, or with broken JSON gives 400';

requirement('CARD-34', noListOfFields, (check) =>
  refuses(check, (right) => [
    { json: {} },
    // Frameworks drop nulls from lists. [null] is an empty list then, which has to be refused too.
    ...[null, right, 1, true, { first: right }, [1], [true], [null], [[right]], [{ field: right }]].map((fields) => ({
      json: { fields },
    })),
    ...['', '{', `{"fields":["${right}"]`, `{"fields" ["${right}"]}`, right].map((content) => ({
      raw: { type: 'application/json', content },
    })),
    { json: [right] },
    { json: right },
  ]),
);
requirement('CARD-34', noListOfFields, 'of cards of each type', (check) =>
  refusesForEachType(check, (right) => [{ json: {} }, { json: { fields: right } }]),
);

requirement(
  'CARD-38',
  'what a credential field named twice does, and how latency grows with the fields, is not given',
  async (check) => {
    const { card, right } = await accepted(check);
    const twice = await send(check, card, { json: { fields: [right, right] } });
    check.observe(`a credential field named twice is answered with ${statusOf(twice) ?? 'nothing'}`);
    const fields = permitted(credentials, check, card);
    const steps: Growth['steps'][number][] = [];
    for (let amount = 1; amount <= fields.length; amount++) {
      const milliseconds = await times(check.runs / 4, () =>
        send(check, card, { json: { fields: fields.slice(0, amount) } }),
      );
      steps.push({ amount, milliseconds });
    }
    check.latency({ called: 'POST /v2/card/{id}/credentials', by: 'fields', steps });
    const medians = steps.map(({ amount, milliseconds }) => `${amount}: ${median(milliseconds).toFixed(0)} ms`);
    check.observe(`latency by number of credential fields: ${medians.join(', ')}`);
  },
);

requirement(
  'CARD-40',
  'a credential or a change whose permission flag is false is refused or left out',
  'credentials',
  async (check) => {
    onlyWithLeaveToRead(check);
    const { names, needs } = credentials;
    const forbidden = (await someCards(check, current)).flatMap((card) =>
      names.filter((name) => needs[name] && forbids(card, needs[name])).map((name) => ({ card, name })),
    );
    if (forbidden.length === 0) check.untested('a card that forbids one of its credentials');
    await inParallel(forbidden, async ({ card, name }) => {
      const right = permitted(credentials, check, card).slice(0, 1);
      const exchanges = await inParallel([[name], [name, ...right], [...right, name]], (fields) =>
        send(check, card, { json: { fields } }),
      );
      for (const exchange of exchanges) expect(exchange).toSatisfy(withholds(name));
    });
  },
);

type BodiesFor = (right: string) => readonly CallBody[];

async function refusesForEachType(check: Check, bodiesFor: BodiesFor): Promise<void> {
  await accepted(check);
  for (const type of types) {
    await unlessUntested(() => refuses(check, bodiesFor, (card) => card.type === type));
  }
}

/** `bodiesFor` makes the bodies from a field that the card gives. */
async function refuses(check: Check, bodiesFor: BodiesFor, isMeant?: (card: Card) => boolean): Promise<void> {
  const { card, right } = await accepted(check, isMeant);
  await inParallel(bodiesFor(right), async (body) => expect(await send(check, card, body)).toBeRefused(400));
}

/** The accepted twin of the refused requests: a card, and a field that it gives. */
async function accepted(
  check: Check,
  isMeant: (card: Card) => boolean = () => true,
): Promise<{ readonly card: Card; readonly right: string }> {
  onlyWithLeaveToRead(check);
  const cards = (await someCards(check, current)).filter(isMeant);
  const promising = cards.toSorted(
    (one, other) => permitted(credentials, check, other).length - permitted(credentials, check, one).length,
  );
  for (const card of promising.slice(0, 10)) {
    for (const right of permitted(credentials, check, card)) {
      const exchange = await send(check, card, { json: { fields: [right] } });
      if (succeeded(exchange) && isFields(jsonOf(exchange)) && right in (jsonOf(exchange) as object))
        return { card, right };
    }
  }
  return check.untested('a card of which the user may have credentials');
}

const send = (check: Check, card: Card, body: CallBody): Promise<Exchange> =>
  pastSecondFactor(check, 'readCardCredentials', { path: { id: current.idOf(card) }, ...body });

async function times(count: number, work: () => Promise<Exchange>): Promise<readonly number[]> {
  const took: number[] = [];
  for (let index = 0; index < count; index++) took.push((await work()).times.ended);
  return took;
}

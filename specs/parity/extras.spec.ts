// What a card shows on request is the same in both versions, and changes nothing else (Resources; Endpoints / Cards).
import { isDeepStrictEqual } from 'node:util';
import { meaningful, saysNothing } from '../../contract/presence.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { isFields, jsonOf, within } from '../../subject/answers.ts';
import { type Card, legacy, someCards } from '../cards/support/card.ts';
import {
  type Asked,
  ask,
  credentials,
  type Extras,
  legacyExtras,
  onlyWithLeaveToRead,
} from '../cards/support/extras.ts';
import { credentialsOfOthers, legacyExtrasOfOthers } from '../cards/support/others.ts';
import { describedIn } from './support/comparable.ts';
import { expandsNothingElse } from './support/expanded.ts';
import { sameReading, valueAt } from './support/members.ts';
import { cardOf } from './support/pairs.ts';

requirement('PAR-14', expandsNothingElse, 'v1 card', async (check) => {
  await check.retried(async () => {
    const cards = await someCards(check, legacy);
    const before = await readAll(check, cards);
    const asked = await ask(legacyExtras, check, cards, 'alone and together');
    const answered = asked.filter(({ exchange }) => isFields(cardOf(exchange)));
    if (answered.length === 0) check.untested('a v1 card with an extra field');
    const otherThan = (plain: Card | undefined, { names, exchange }: (typeof answered)[number]) =>
      plain && sameReading('v1', plain, cardOf(exchange) as Card, `whether or not ${names.join(', ')} is asked for`);
    const different = answered.filter((answer) => otherThan(before.get(answer.card), answer) !== undefined);
    // A card that changed meanwhile proves nothing.
    const after = await readAll(check, [...new Set(different.map(({ card }) => card))]);
    for (const answer of different) {
      const [plain, again] = [before.get(answer.card), after.get(answer.card)];
      if (!plain || !again || sameReading('v1', plain, again, '') !== undefined) continue;
      expect(answer.exchange).toSatisfy(() => otherThan(plain, answer));
    }
  });
});

/** What each version calls the same thing. Numbers lose their leading zeros in v1. */
const twins = [
  { v2: 'password', v1: 'password', kind: 'text' },
  { v2: 'cvv', v1: 'cvv', kind: 'number' },
  { v2: 'pin', v1: 'pin', kind: 'number' },
  { v2: 'pan', v1: 'number', kind: 'number' },
  { v2: 'phone', v1: 'phone3ds', kind: 'phone' },
] as const;

const sameExtras = `v1 extras and v2 credentials of a card hold the same values, numbers compared as numbers and phones by
  their digits, with the code of a country or without, and the phone where both versions give something else of the card`;

requirement('PAR-16', sameExtras, async (check) => {
  onlyWithLeaveToRead(check);
  await check.retried(async () => {
    const [inV2, inV1] = [await askedOf(check, credentials), await askedOf(check, legacyExtras)];
    const compared = await expectSameExtras(
      check,
      valuesOf(check, credentials, inV2),
      valuesOf(check, legacyExtras, inV1),
    );
    if (compared === 0) check.untested('a card that gives the same secret in both versions');
  });
});

requirement('PAR-16', sameExtras, 'of other users', async (check) => {
  onlyWithLeaveToRead(check);
  await check.retried(async () => {
    const [inV2, inV1] = [await credentialsOfOthers(check), await legacyExtrasOfOthers(check)];
    await expectSameExtras(check, valuesOf(check, credentials, inV2), valuesOf(check, legacyExtras, inV1));
  });
});

/** Answers how many values were compared between the versions. */
async function expectSameExtras(check: Check, inV2: Values, inV1: Values): Promise<number> {
  const agree = agreeing(check);
  let compared = 0;
  for (const { v2, v1, kind } of twins) {
    for (const [uuid, [given]] of inV2.get(v2) ?? []) {
      for (const other of inV1.get(v1)?.get(uuid) ?? []) {
        // No permission tells of the phone, so a version may withhold it with all the rest.
        const isGiven = !saysNothing(given?.value) && !saysNothing(other.value);
        if (v2 === 'phone' && !isGiven && !(givesOther(inV2, v2, uuid) && givesOther(inV1, v1, uuid))) continue;
        compared += 1;
        await agree(given!, other, kind, `${v1} of v1 and ${v2} of v2`, uuid);
      }
    }
  }
  for (const [name, cards] of [...inV2, ...inV1]) {
    for (const [uuid, [first, ...others]] of cards) {
      const kind = name === 'limits' ? 'limits' : 'text';
      for (const other of others) await agree(first!, other, kind, `${name} alone and together with others`, uuid);
    }
  }
  return compared;
}

const asItsMask =
  'the number of a card, by either version, begins and ends with the digits that its masked number shows';

const masks = [
  { extras: credentials, name: 'pan', mask: 'maskedPan' },
  { extras: legacyExtras, name: 'number', mask: 'masked_number' },
] as const;

requirement('PAR-17', asItsMask, async (check) => {
  onlyWithLeaveToRead(check);
  let compared = 0;
  for (const one of masks) {
    const cards = await someCards(check, one.extras.version);
    compared += expectAsMasked(one, await ask(one.extras, check, cards, 'alone and together'));
  }
  if (compared === 0) check.untested('a card that gives its number');
});

requirement('PAR-17', asItsMask, 'of other users', async (check) => {
  onlyWithLeaveToRead(check);
  const [inV2, inV1] = masks;
  expectAsMasked(inV2, await credentialsOfOthers(check));
  expectAsMasked(inV1, await legacyExtrasOfOthers(check));
});

/** Answers how many were compared. */
function expectAsMasked({ extras, name, mask }: (typeof masks)[number], asked: readonly Asked[]): number {
  let compared = 0;
  for (const { card, exchange } of asked) {
    const number = ungrouped(valueAt(cardOf(exchange) ?? {}, name));
    if (number === undefined) continue;
    compared += 1;
    expect(exchange).toSatisfy(() => masked(String(number), String(card[mask]), name, extras.version.uuidOf(card)));
  }
  return compared;
}

interface Value {
  readonly value: unknown;
  readonly exchange: Exchange;
  /** What the same question is answered now. */
  again(): Promise<unknown>;
}

/** Two values of a card are the same, unless one of them is another each time that it is asked for, as a password for one use is. */
function agreeing(check: Check) {
  const changes = new Map<Value, Promise<boolean>>();
  const isChanging = (one: Value, kind: Kind): Promise<boolean> => {
    const known = changes.get(one) ?? isAnotherEachTime(one, kind);
    changes.set(one, known);
    return known;
  };
  return async (one: Value, other: Value, kind: Kind, what: string, uuid: string): Promise<void> => {
    const mismatch = sameSecret(one.value, other.value, kind, what, uuid);
    if (mismatch && ((await isChanging(one, kind)) || (await isChanging(other, kind))))
      return check.observe(`another value each time that it is asked for: ${what}`);
    expect(other.exchange).toSatisfy(() => mismatch);
  };
}

async function isAnotherEachTime({ again }: Value, kind: Kind): Promise<boolean> {
  const [first, second] = [await again(), await again()];
  return !saysNothing(first) && !saysNothing(second) && !alike[kind](first, second);
}

/** By name and card, as often as it was given. */
type Values = ReadonlyMap<string, ReadonlyMap<string, readonly Value[]>>;

/** Limits are no secret: a card that gives them may withhold all of these. */
const givesOther = (values: Values, name: string, uuid: string): boolean =>
  [...values].some(
    ([other, cards]) =>
      other !== name && other !== 'limits' && cards.get(uuid)?.some(({ value }) => !saysNothing(value)),
  );

const askedOf = async (check: Check, extras: Extras): Promise<readonly Asked[]> =>
  ask(extras, check, await someCards(check, extras.version), 'alone and together, and in pairs on a card of each type');

function valuesOf(check: Check, extras: Extras, asked: readonly Asked[]): Values {
  const values = new Map<string, Map<string, Value[]>>();
  for (const { as, card, names, exchange } of asked) {
    if (cardOf(exchange) === undefined) continue;
    const id = extras.version.idOf(card);
    const askedAgain = () =>
      as === undefined
        ? extras.ask(check, id, names)
        : check.api.call(extras.operation, { ...extras.callFor(id, names), as });
    for (const name of names) {
      const value = valueIn(extras, exchange, name);
      // Whether one is there that a permission allows is asked elsewhere: a card may give it once.
      if (name === 'limits' ? !isFields(value) : extras.needs[name] !== undefined && value !== 0 && saysNothing(value))
        continue;
      const byCard = values.get(name) ?? new Map<string, Value[]>();
      const uuid = extras.version.uuidOf(card);
      const again = async () => valueIn(extras, await askedAgain(), name);
      byCard.set(uuid, [...(byCard.get(uuid) ?? []), { value, exchange, again }]);
      values.set(name, byCard);
    }
  }
  return values;
}

/** Of limits, what the contract describes: other members may be others in each answer. */
const valueIn = ({ version }: Extras, exchange: Exchange, name: string): unknown =>
  within(name === 'limits' ? describedIn(version.read, exchange) : jsonOf(exchange), name);

/** The digits of a card's number may stand in groups. */
const ungrouped = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/(?<=\d)[ -](?=\d)/g, '') : value;

const digits = (phone: unknown): string =>
  String(phone ?? '')
    .replaceAll(/\(0\)|\D/g, '')
    .replace(/^0+/, '');

/** Neither how a phone is written is shown, nor whether it begins with the code of a country. */
function samePhone(one: unknown, other: unknown): boolean {
  const [here, there] = [digits(one), digits(other)];
  return here !== '' && there !== ''
    ? here.endsWith(there) || there.endsWith(here)
    : meaningful(one) === meaningful(other);
}

/** A pin of zeros is 0 as a number, so 0 and no value count as the same there. */
const alike = {
  text: (one: unknown, other: unknown) => ungrouped(meaningful(one)) === ungrouped(meaningful(other)),
  number: (one: unknown, other: unknown) => Number(ungrouped(one) ?? 0) === Number(ungrouped(other) ?? 0),
  phone: samePhone,
  limits: (one: unknown, other: unknown) => isDeepStrictEqual(setIn(one), setIn(other)),
};

/** What is set of the limits of a card: how much of them is used changes by itself. */
function setIn(limits: unknown): unknown {
  if (!isFields(limits)) return meaningful(limits);
  const parts = Object.entries(limits).map(([name, value]) => [name, isUsage(name) ? undefined : setIn(value)]);
  return meaningful(Object.fromEntries(parts.filter(([, value]) => value !== undefined)));
}

const isUsage = (name: string): boolean => ['used', 'available', 'reset', 'updatedAtMs'].includes(name);

type Kind = keyof typeof alike;

function sameSecret(one: unknown, other: unknown, kind: Kind, what: string, uuid: string): Mismatch {
  const same = alike[kind](one, other);
  if (same) return undefined;
  const missing = saysNothing(one) || saysNothing(other);
  const got = missing ? 'a value in one of them alone' : 'two values that differ';
  return { expected: `one value for ${what}`, got: `${got}, on card ${uuid}` };
}

/** Beyond what a JSON number holds exactly, only the beginning can be relied on. */
function masked(number: string, mask: string, name: string, uuid: string): Mismatch {
  if (!/^\d{6}\*{6}\d{4}$/.test(mask) || !/^\d+$/.test(number)) return undefined;
  const isExact = name === 'pan' || Number.isSafeInteger(Number(number));
  const fits = number.startsWith(mask.slice(0, 6)) && (!isExact || number.endsWith(mask.slice(-4)));
  return fits
    ? undefined
    : { expected: `${name} with the digits that ${mask} shows`, got: `another one, on card ${uuid}` };
}

async function readAll({ api }: Check, cards: readonly Card[]): Promise<ReadonlyMap<Card, Card | undefined>> {
  const read = await inParallel(cards, (card) => api.call('readCardV1', { path: { id: legacy.idOf(card) } }));
  return new Map(cards.map((card, index) => [card, cardOf(read[index] as Exchange)]));
}

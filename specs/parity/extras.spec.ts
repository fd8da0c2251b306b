// Fields that a card shows on request are the same in both versions and change nothing else (Resources; Endpoints / Cards).
import { saysNothing } from '../../contract/presence.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { isFields } from '../../subject/answers.ts';
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
import { expandsNothingElse } from './support/expanded.ts';
import { agreeing, givesOther, ungrouped, type Values, valuesOf } from './support/extra-values.ts';
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

/** The name of each value in both versions. Numbers lose their leading zeros in v1. */
const twins = [
  { v2: 'password', v1: 'password', kind: 'text' },
  { v2: 'cvv', v1: 'cvv', kind: 'number' },
  { v2: 'pin', v1: 'pin', kind: 'number' },
  { v2: 'pan', v1: 'number', kind: 'number' },
  { v2: 'phone', v1: 'phone3ds', kind: 'phone' },
] as const;

const sameExtras = 'v1 extras and v2 credentials of a card hold the same values';

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

const askedOf = async (check: Check, extras: Extras): Promise<readonly Asked[]> =>
  ask(extras, check, await someCards(check, extras.version), 'alone and together, and in pairs on a card of each type');

/** Answers how many values were compared between the versions. */
async function expectSameExtras(check: Check, inV2: Values, inV1: Values): Promise<number> {
  const agree = agreeing(check);
  let compared = 0;
  for (const { v2, v1, kind } of twins) {
    for (const [uuid, [given]] of inV2.get(v2) ?? []) {
      for (const other of inV1.get(v1)?.get(uuid) ?? []) {
        // No permission is about the phone, so a version may hide it with the rest.
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

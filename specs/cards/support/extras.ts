// Data that a card shows only on request: credentials in v2, extra fields in v1, and the permission that each needs.
import { credentialFieldValues } from '../../../contract/generated/api-types.ts';
import type { OperationId } from '../../../contract/operations.ts';
import { saysNothing } from '../../../contract/presence.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { oneOfEach } from '../../../harness/assert/sample.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { pastSecondFactor } from '../../../harness/prepare/past-second-factor.ts';
import { isFields, jsonOf, statusOf, succeeded, within } from '../../../subject/answers.ts';
import type { Call } from '../../../subject/calls.ts';
import { takesSeveral } from '../../../subject/names.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { allows, type Card, current, forbids, keptByKind, legacy, type Version } from './card.ts';

/** One way to ask for more data of a card. */
export interface Extras {
  readonly version: Version;
  readonly names: readonly string[];
  /** The permission that a name needs; absent where the card has none for it. */
  readonly needs: Readonly<Record<string, string>>;
  readonly operation: OperationId;
  callFor(uuid: string, names: readonly string[]): Call;
  /** Whether several names may be asked for at once. */
  takesSeveral(check: Check): boolean;
  ask(check: Check, uuid: string, names: readonly string[]): Promise<Exchange>;
}

export const credentials: Extras = {
  version: current,
  operation: 'readCardCredentials',
  callFor: (id, fields) => ({ path: { id }, json: { fields } }),
  takesSeveral: () => true,
  names: credentialFieldValues,
  needs: { password: 'canGetPassword', cvv: 'canGetCvv', pin: 'canGetPin', pan: 'canGetPan' },
  // A target may recognise the names of header fields in only one spelling.
  ask: (check, id, fields) =>
    pastSecondFactor(check, credentials.operation, {
      ...credentials.callFor(id, fields),
      ...(fields.length === 2 && { capitals: true }),
    }),
};

/** These can also be asked for as another user than the main one. */
interface LegacyExtras extends Extras {
  ask(check: Check, uuid: string, names: readonly string[], as?: UserName): Promise<Exchange>;
}

export const legacyExtras: LegacyExtras = {
  version: legacy,
  operation: 'readCardV1',
  callFor: (id, include) => ({ path: { id }, open: { include } }),
  takesSeveral: ({ api }) => takesSeveral(api.names, 'include'),
  names: ['password', 'cvv', 'pin', 'number', 'phone3ds', 'limits'],
  needs: {
    password: 'canGetPassword',
    cvv: 'canGetCvv',
    pin: 'canGetPin',
    number: 'canGetNumber',
    limits: 'canGetLimits',
  },
  ask: (check, id, include, as = check.api.user.name) =>
    pastSecondFactor(check, legacyExtras.operation, { ...legacyExtras.callFor(id, include), as }),
};

/** The names that may be asked for. Secrets are read only where the profile allows that, and limits are no secret. */
export function permitted({ names, needs }: Extras, { profile }: Check, card: Card): readonly string[] {
  return names.filter((name) => {
    const permission = needs[name];
    return (
      (profile.allow.readCredentials || name === 'limits') && (permission === undefined || allows(card, permission))
    );
  });
}

export interface Asked {
  /** Absent for the main user. */
  readonly as?: UserName;
  readonly card: Card;
  readonly names: readonly string[];
  readonly exchange: Exchange;
}

type Ways =
  | 'alone and together'
  | 'alone and together, and in pairs on a card of each type'
  | 'every combination on a card of each type';

/**
 * Asks each card for each name alone and for all together, and some cards for more combinations. Two kinds of refusal prove nothing and are
 * left out. The first asks for a name that has no permission and that the card does not give alone either, such as the phone of a closed
 * card. The second is a 403 for a card that gave nothing, unless only the kind of the card can be the reason (`keptByKind`).
 */
export async function ask(extras: Extras, check: Check, cards: readonly Card[], how: Ways): Promise<readonly Asked[]> {
  const rich = how === 'alone and together' ? new Set<Card>() : richest(extras, check, cards);
  const questions = cards.flatMap((card) => {
    const names = permitted(extras, check, card);
    const few = [...names.map((name) => [name]), names];
    const isByPairs = how === 'alone and together, and in pairs on a card of each type';
    const ways = !rich.has(card) ? few : isByPairs ? [...few, ...pairs(names)] : subsets(names);
    const all = distinct(ways.map(turned)).filter(({ length }) => length === 1 || extras.takesSeveral(check));
    return all.map((way) => ({ card, names: way }));
  });
  const asked = await inParallel(questions, async ({ card, names }) => ({
    card,
    names,
    exchange: await extras.ask(check, extras.version.idOf(card), names),
  }));
  const given = new Set(asked.filter(({ exchange }) => succeeded(exchange)).map(({ card }) => card));
  const kept = new Map(extras.names.map((name) => [name, keptFor(asked, name)]));
  return asked.filter(({ card, names, exchange }) => {
    const isCertain = names.every((name) => extras.needs[name] !== undefined || isGivenAlone(asked, card, name));
    if (!isCertain) return !isRefusal(exchange);
    return statusOf(exchange) !== 403 || given.has(card) || names.every((name) => kept.get(name)?.has(card));
  });
}

const isGivenAlone = (asked: readonly Asked[], card: Card, name: string): boolean =>
  asked.some((one) => one.card === card && one.names.join() === name && succeeded(one.exchange));

function keptFor(asked: readonly Asked[], name: string): ReadonlySet<Card> {
  const alone = asked.filter(({ names }) => names.join() === name);
  const kept = alone.filter(({ exchange }) => statusOf(exchange) === 403);
  const served = alone.filter(({ exchange }) => succeeded(exchange));
  return keptByKind(kept, served);
}

const isRefusal = (exchange: Exchange): boolean => [400, 403, 404].includes(statusOf(exchange) ?? 0);

/** For each type, the card with the most names to ask for. */
export function richest(extras: Extras, check: Check, cards: readonly Card[]): ReadonlySet<Card> {
  const count = (card: Card) => permitted(extras, check, card).length;
  const byCount = cards.toSorted((one, other) => count(other) - count(one));
  return new Set(oneOfEach(byCount, ({ type }) => String(type)));
}

const distinct = (ways: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  [...new Map(ways.map((way) => [way.join(), way])).values()].filter((way) => way.length > 0);

/** Each list begins with another name than the list before, because a target may treat the first name differently. */
const turned = (names: readonly string[], turn: number): readonly string[] =>
  names.map((_, place) => names[(place + turn) % names.length]!);

const pairs = (names: readonly string[]): readonly (readonly string[])[] =>
  names.flatMap((one, place) => names.slice(place + 1).map((other) => [one, other]));

function subsets(names: readonly string[]): readonly (readonly string[])[] {
  const [first, ...others] = names;
  if (first === undefined) return [[]];
  const without = subsets(others);
  return [...without, ...without.map((set) => [first, ...set])];
}

/**
 * Each name is there with a value, which is not reported. A PIN of zeros is 0 as a number. A holder may have neither phone nor e-mail
 * address, so for a name without a permission it is enough that the member is there.
 */
const carries =
  (extras: Extras, names: readonly string[]) =>
  (exchange: Exchange): Mismatch => {
    const expected = names.length === 0 ? 'a success' : `a success with ${names.join(', ')}`;
    if (!succeeded(exchange)) return { expected, got: `${statusOf(exchange) ?? 'no answer'}` };
    const missing = lacking(extras, names, exchange);
    return missing.length === 0 ? undefined : { expected, got: `a success without ${missing.join(', ')}` };
  };

function lacking({ needs }: Extras, names: readonly string[], exchange: Exchange): readonly string[] {
  const body = jsonOf(exchange);
  const has = (name: string) =>
    isFields(body) && (needs[name] === undefined ? name in body : body[name] === 0 || !saysNothing(body[name]));
  return names.filter((name) => !has(name));
}

/**
 * Expects the names as far as the card still allows them. A card may give a credential only once, or not twice at the same time, and then
 * says so in its permissions. Then it may refuse the whole request, or leave that credential out.
 */
export async function expectCarried(extras: Extras, { api }: Check, asked: Asked): Promise<void> {
  const { as, card, names, exchange } = asked;
  const mismatch = carries(extras, names)(exchange);
  const isRefused = statusOf(exchange) === 403;
  if (mismatch !== undefined && (isRefused || succeeded(exchange))) {
    const path = { id: extras.version.idOf(card) };
    const now = jsonOf(await api.call(extras.version.read, { path, ...(as && { as }) }));
    const isOver = (name: string) => isFields(now) && forbids(now, extras.needs[name] ?? '');
    const missing = lacking(extras, names, exchange);
    if (isRefused ? names.some(isOver) : missing.every(isOver)) return;
  }
  expect(exchange).toSatisfy(() => mismatch);
}

/** Either the whole request is refused, or this name is left out. */
export const withholds =
  (name: string) =>
  (exchange: Exchange): Mismatch => {
    const value = succeeded(exchange) ? within(jsonOf(exchange), name) : undefined;
    return saysNothing(value)
      ? undefined
      : { expected: `a refusal, or no ${name}, which the permissions forbid`, got: `a ${name}` };
  };

/** Ends the check where the profile does not let it read credentials. */
export function onlyWithLeaveToRead({ profile, untested }: Check): void {
  if (!profile.allow.readCredentials) untested('permission to read credentials (allow.readCredentials)');
}

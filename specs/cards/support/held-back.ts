// A switch of the SMS notification that must not take effect, because the target refused it or because it waits for its second factor. A sign
// token that was never issued must not count as that factor.
import { randomBytes } from 'node:crypto';
import type { Exchange } from '../../../exchange/exchange.ts';
import { refused } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { aMomentAfter } from '../../../harness/assert/patiently.ts';
import { oneOfEach } from '../../../harness/assert/sample.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessRefused } from '../../../harness/declare/failures.ts';
import { oncePerOccasion } from '../../../harness/prepare/once.ts';
import { signTokenOfAnother } from '../../../harness/prepare/second-factor.ts';
import { demandedMfa, jsonOf, statusOf, succeeded } from '../../../subject/answers.ts';
import type { CallBody } from '../../../subject/calls.ts';
import { nameOf } from '../../../subject/names.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { placeOfSignToken, withSignToken } from '../../../subject/session/sign-token-place.ts';
import { doubtWhereShared } from './beside.ts';
import { allCards, type Card, current, forbids, oneOfEachKind } from './card.ts';
import {
  isOn,
  isSwitchable,
  laterRead,
  leftAsItIs,
  onlyWithLeaveToSwitch,
  onSwitchable,
  send,
  shownOn,
  shows,
  stateOf,
  switchableOf,
  switching,
  switchingByForm,
  until,
  type Write,
} from './notification.ts';

/**
 * Tested as the main user and as the one of whom a second factor is most likely demanded. The second user is tested because a target may look
 * for his card among those of the first; he may lack the permission to switch. Users who share a card take turns.
 */
export async function heedSecondFactor(check: Check): Promise<void> {
  const main = check.api.user.name;
  const users = [...new Set<UserName>([main, 'mfa', 'second'])];
  const cards = await inParallel(users, async (as) => (await switchableOf(check, as)).map(current.idOf));
  const shareCards = new Set(cards.flat()).size < cards.flat().length;
  const asked = async (as: UserName, place: number) => {
    const ids = cards[place]!;
    if (as !== 'second' || as === main) await heedsSecondFactor(check, as, ids);
    else if (ids[0]) await check.retried(() => followsItsFactor(check, as, ids[0]!, true));
  };
  await inParallel(users, asked, shareCards ? 1 : users.length);
}

async function heedsSecondFactor(check: Check, as: UserName, ids: readonly string[]): Promise<void> {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return;
  await inParallel(ids, (id, place) => check.retried(() => awaitsItsFactor(check, as, id, inTurn(place))));
  const never = () => helpsNever(check, as, first);
  const follows = () => check.retried(() => followsItsFactor(check, as, last));
  // Different cards can be tested at the same time.
  await inParallel([never, follows], (ask) => ask(), first === last ? 1 : 2);
}

/** Tries a token that was never issued, one issued to another user, and the token of the waiting demand. */
async function helpsNever(check: Check, as: UserName, id: string): Promise<void> {
  const tokens: readonly TokenFor[] = [
    () => randomBytes(24).toString('base64url'),
    () => signTokenOfAnother(check, as),
    demandedMfa,
  ];
  const asked = [...tokens.map((tokenFor) => [tokenFor, switching] as const), [tokens[0]!, switchingByForm] as const];
  await inParallel(asked, ([tokenFor, body]) => helpsNot(check, as, id, tokenFor, body));
}

/** The body that switches on or off, in JSON or as a form, because a target may handle each with other code. */
type BodyFor = (check: Check, on: boolean) => CallBody;

const inTurn = (place: number): BodyFor => (place % 2 === 0 ? switching : switchingByForm);

/** The token to send after the answer to a request without one; undefined where there is none. */
type TokenFor = (without: Exchange) => string | undefined | Promise<string | undefined>;

/**
 * Sends the current value, with such a token and without one. When a target demands a second factor is not stated, and it may do so only
 * sometimes. So the order of the requests is irregular, and only a token that always helps is blamed.
 */
async function helpsNot(check: Check, as: UserName, id: string, tokenFor: TokenFor, body: BodyFor): Promise<void> {
  const { api, profile } = check;
  const place = placeOfSignToken('setSmsBalanceNotification', profile, api.names) ?? { in: 'body', name: 'signToken' };
  const set = body(check, isOn(await api.read('readCard', { as, path: { id } })));
  const withToken: Exchange[] = [];
  let without: Exchange | undefined;
  for (const isShown of [false, true, true, false, true, false]) {
    const token = isShown && without ? await tokenFor(without) : undefined;
    if (isShown && token === undefined) return;
    const shown = token === undefined ? undefined : { token, place };
    const exchange = await api.call('setSmsBalanceNotification', withSignToken({ as, path: { id }, ...set }, shown));
    if (isShown) withToken.push(exchange);
    else without = exchange;
    if (succeeded(exchange) !== isShown) return;
  }
  for (const exchange of withToken) expect(exchange).toBeNotCarriedOut();
}

/** Asks for a change and does not confirm the demand: the card must stay as it was. Then a change that was made is undone. */
async function awaitsItsFactor(check: Check, as: UserName, id: string, body: BodyFor): Promise<void> {
  const before = isOn(await check.api.read('readCard', { as, path: { id } }));
  const write = (on: boolean, confirmMfa = false) =>
    check.api.call('setSmsBalanceNotification', { as, path: { id }, ...body(check, on), confirmMfa });
  const isDemanded = demandedMfa(await write(!before)) !== undefined;
  const after = await laterRead(check, { id }, as);
  // Undone, so that a second attempt asks for the same change.
  if (!isDemanded || stateOf(jsonOf(after)) !== before) await write(before, true);
  if (isDemanded && succeeded(after))
    expect(after).toSatisfy(shows(before, 'the card, whose change waits for a second factor'));
}

/** Asks for a change and confirms the demand. Nothing is asserted where it cannot be confirmed. */
async function followsItsFactor(check: Check, as: UserName, id: string, mayBeForbidden = false): Promise<void> {
  const card = { as, path: { id } };
  const look = () => check.api.read('readCard', card);
  const seen = await (mayBeForbidden ? unlessRefused(look) : look());
  if (seen === undefined) return;
  const before = isOn(seen);
  const write = (on: boolean) =>
    check.api.call('setSmsBalanceNotification', { ...card, ...switching(check, on), confirmMfa: true });
  const met = await write(!before);
  try {
    if (demandedMfa(met) !== undefined || (mayBeForbidden && statusOf(met) === 403)) return;
    expect(met).toBeAccepted();
    const read = () => check.api.call('readCard', card);
    const after = await until(check, read, (exchange) => stateOf(jsonOf(exchange)) === !before);
    if (succeeded(after)) expect(after).toSatisfy(shows(!before, `the card of users.${as}, who has switched it`));
  } finally {
    await write(before);
  }
}

/** Tests a card of each kind that forbids the switch, in JSON and by a form in turn. */
export async function heedRefusal(check: Check): Promise<void> {
  const forbidden = (await allCards(check, current)).filter((card) => forbids(card, 'canSetSmsBalanceNotification'));
  await inParallel(oneOfEachKind(forbidden), (card, place) =>
    check.retried(() => staysWhereRefused(check, card, inTurn(place))),
  );
}

/** Asks for a change that the card's permissions forbid. If the target carries it out, the check undoes it. */
async function staysWhereRefused(check: Check, listed: Card, body: BodyFor): Promise<void> {
  const path = { id: current.idOf(listed) };
  const before = isOn(await check.api.read('readCard', { path }));
  const answer = await send(check, path.id, body(check, !before));
  const after = await laterRead(check, path);
  if (succeeded(answer) || stateOf(jsonOf(after)) !== before) await send(check, path.id, switching(check, before));
  if (refused(answer) !== undefined || !succeeded(after)) return;
  if (stateOf(jsonOf(after)) !== before) await doubtWhereShared(check);
  expect(after).toSatisfy(shows(before, 'the card, whose change was refused'));
}

export const refusesOtherValues = 'an SMS balance notification value other than 0 and 1 is refused and changes nothing';

interface AskedWrongly {
  readonly path: { readonly id: string };
  readonly before: boolean;
  readonly exchange: Exchange;
}

/** Sends a value that is neither 0 nor 1 to one card that is on and to one that is off. No check of this chapter switches these cards. */
const askedWrongly = oncePerOccasion(async (check): Promise<readonly AskedWrongly[]> => {
  onlyWithLeaveToSwitch(check);
  const { name } = nameOf(check.api.names, 'smsField');
  const cards = leftAsItIs((await allCards(check, current)).filter(isSwitchable));
  return inParallel(
    oneOfEach(cards, (card) => String(isOn(card))),
    async (card) => {
      const [path, before] = [{ id: current.idOf(card) }, isOn(card)];
      // A lenient target reads this value as the other state.
      return { path, before, exchange: await send(check, path.id, { json: { [name]: before ? 'assay' : 2 } }) };
    },
  );
});

/** Sends each body once in each state, to a card that is free. */
export async function staysAtOtherValues(check: Check): Promise<void> {
  await askedWrongly(check);
  const { name } = nameOf(check.api.names, 'smsField');
  const asJson = [2, -1, 10, 0.5, 'assay', [], {}].map((value): CallBody => ({ json: { [name]: value } }));
  const asForm = ['2', '-1', '10', '0.5', 'assay'].map((value): CallBody => ({ form: { [name]: value } }));
  // A target may read these as no value at all, so it need not refuse them.
  const noValue: readonly CallBody[] = [{ json: { [name]: '' } }, { json: { [name]: null } }, { form: { [name]: '' } }];
  const bodies = [...asJson, ...asForm, ...noValue];
  const left = { on: [...bodies], off: [...bodies] };
  await onSwitchable(check, 'some', async (id, write) => {
    for (const state of ['on', 'off'] as const) {
      const on = state === 'on';
      if (left[state].length === 0) continue;
      if (!succeeded(await write(on))) check.untested('the twin, which is refused');
      const before = stateOf(jsonOf(await shownOn(check, current, id, on))) === true;
      for (let body = left[state].shift(); body !== undefined; body = left[state].shift()) {
        const exchange = await send(check, id, body);
        if (!noValue.includes(body)) expect(exchange).toBeRefused();
        const after = await stateAfter(check, id, before);
        const isAsBefore = shows(before, 'the card, as before');
        if (isAsBefore(after) && noValue.includes(body) && (await isSwitchedByNone(check, id, before, write))) {
          check.observe(
            'a body without the field of the SMS notification switches it, and so does one without a value',
          );
          left[state] = left[state].filter((other) => !noValue.includes(other));
          await write(before);
          await shownOn(check, current, id, before);
        } else expect(after).toSatisfy(isAsBefore);
      }
    }
  });
}

/** Reads the card until it shows the due state, or until a change has had time to show. */
const stateAfter = (check: Check, id: string, due: boolean): Promise<Exchange> =>
  until(
    check,
    () => check.api.call('readCard', { path: { id } }),
    (seen) => stateOf(jsonOf(seen)) === due,
  );

/** Whether a body without the field switches the card too. Its effect is not stated, because a target may read a missing number as 0. */
async function isSwitchedByNone(check: Check, id: string, before: boolean, write: Write): Promise<boolean> {
  await write(before);
  await shownOn(check, current, id, before);
  if (!succeeded(await send(check, id, { json: {} }))) return false;
  return stateOf(jsonOf(await stateAfter(check, id, !before))) === !before;
}

/** A target may refuse a request and still carry it out some seconds later, from a queue. Another check tests whether it refuses. */
export async function staysWhereWrong(check: Check): Promise<void> {
  for (const { path, before, exchange } of await askedWrongly(check)) {
    if (refused(exchange) !== undefined) continue;
    await aMomentAfter(exchange);
    const read = () => check.api.call('readCard', { path });
    const after = await until(check, read, (seen) => stateOf(jsonOf(seen)) === before);
    if (!succeeded(after)) continue;
    const isAsBefore = shows(before, 'the card, two seconds after the refusal');
    if (isAsBefore(after)) {
      await send(check, path.id, switching(check, before));
      // Somebody else may have switched it meanwhile.
      check.doubt();
    }
    expect(after).toSatisfy(isAsBefore);
  }
}

// The SMS notification of a card: who may switch it, how it is switched, and where it shows.
import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { oneOfEach } from '../../../harness/assert/sample.ts';
import { settling } from '../../../harness/assert/settling.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { pastSecondFactor } from '../../../harness/prepare/past-second-factor.ts';
import { type Fields, isFields, jsonOf, succeeded } from '../../../subject/answers.ts';
import { UnexpectedAnswer } from '../../../subject/api.ts';
import type { CallBody, CallInput } from '../../../subject/calls.ts';
import { nameOf } from '../../../subject/names.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { doubtWhereShared } from './beside.ts';
import { type Answered, allCards, allows, type Card, current, oneOfEachKind, type Version } from './card.ts';

const member = 'isSmsBalanceNotification';

export const isOn = (card: Card): boolean => card[member] === true;

/** Whether the user may switch the notification of this card. */
export const isSwitchable = (card: Card): boolean => allows(card, 'canSetSmsBalanceNotification');

export type Write = (on: boolean) => Promise<Exchange>;

/** How many of the switchable cards are used; they are used at the same time. */
type Which = 'one' | 'some' | 'all';

const some = 6;
/** The most cards that are used at the same time. */
const atOnce = 16;
/** The list is read after each change. Reading one with more cards takes long, so then only a few cards are switched. */
const manyCards = 500;
const fewOfMany = 2;

/** Does the work with a card of each kind whose notification the user may set, and puts each back. Returns the answers. */
export async function onSwitchable(
  check: Check,
  which: Which,
  work: (id: string, write: Write, card: Card) => Promise<void>,
): Promise<readonly Answered[]> {
  onlyWithLeaveToSwitch(check);
  const { cards, few } = switchable(await allCards(check, current));
  const most = which === 'one' ? 1 : Math.min(few, which === 'some' ? some : few);
  const answers: Answered[] = [];
  let taken = 0;
  let done = 0;
  await inParallel(
    cards,
    async (card) => {
      if (taken >= most) return;
      taken += 1;
      const id = current.idOf(card);
      const before = isOn(card);
      const { write, exchange } = await writing(check, id, before);
      answers.push({ card, exchange });
      if (write === undefined) {
        taken -= 1;
        return;
      }
      try {
        await work(id, write, card);
      } finally {
        await write(before);
      }
      done += 1;
    },
    Math.min(most, atOnce),
  );
  if (done === 0) check.untested(noneToSwitch);
  return answers;
}

/** `write` is absent if the card cannot be switched. If a target refuses to set the current value, `write` sets the other one first. */
async function writing(check: Check, id: string, before: boolean): Promise<{ write?: Write; exchange: Exchange }> {
  const plainly: Write = (on) => send(check, id, switching(check, on));
  const same = await plainly(before);
  if (succeeded(same)) return { write: plainly, exchange: same };
  const other = await plainly(!before);
  if (!succeeded(other) || !succeeded(await plainly(before))) return { exchange: other };
  const write: Write = async (on) => {
    const exchange = await plainly(on);
    if (succeeded(exchange) || !succeeded(await plainly(!on))) return exchange;
    return plainly(on);
  };
  return { write, exchange: other };
}

/**
 * Switches the same cards one after another: while one is switched back, the next is switched. `see` gets the whole list before and after,
 * and the cards that were switched in between, and returns whether to go on.
 */
export async function switchedInTurn(
  check: Check,
  see: (switched: ReadonlySet<string>, before: readonly Card[], after: readonly Card[]) => boolean,
): Promise<void> {
  onlyWithLeaveToSwitch(check);
  let before = await allCards(check, current);
  const { cards, few } = switchable(before);
  const set = async (card: Card, isBack: boolean) => {
    const [id, on] = [current.idOf(card), isOn(card) === isBack];
    return succeeded(await send(check, id, switching(check, on))) ? [{ id, on }] : [];
  };
  const away = new Set<Card>();
  let done = 0;
  try {
    for (const next of [...apart(cards), undefined]) {
      const card = done < few ? next : undefined;
      const leaving = [...away];
      if (card) away.add(card);
      const sets = [...leaving.map((one) => set(one, true)), ...(card ? [set(card, false)] : [])];
      const switched = (await Promise.all(sets)).flat();
      for (const one of leaving) away.delete(one);
      if (switched.length === 0) continue;
      // The changes of one round have to show before the next round begins.
      const after = await listShowing(check, current, switched);
      if (card && switched.some(({ id }) => id === current.idOf(card))) done += 1;
      if (!see(new Set(switched.map(({ id }) => id.toLowerCase())), before, after)) break;
      before = after;
    }
  } finally {
    await Promise.all([...away].map((card) => set(card, true)));
  }
  if (done === 0) check.untested(noneToSwitch);
}

/** Neighbours on the list are mixed up more easily than others, so they are not switched at the same time. */
const apart = (cards: readonly Card[]): readonly Card[] =>
  [0, 1].flatMap((first) => cards.filter((_, place) => place % 2 === first));

/** One card of each kind, and how many of them are switched. */
function switchable(listed: readonly Card[]): { readonly cards: readonly Card[]; readonly few: number } {
  const all = listed.filter(isSwitchable);
  const cards = oneOfEachKind(all);
  return { cards, few: all.length > manyCards ? fewOfMany : cards.length };
}

/** The cards that no check of this chapter switches, because these use the first of each kind. */
export function leftAsItIs(switchables: readonly Card[]): readonly Card[] {
  const first = new Set(oneOfEachKind(switchables));
  return switchables.filter((card) => !first.has(card));
}

const noneToSwitch = 'a card whose notification the user may set';

/** One card that is on and one that is off. Empty for a user who cannot log in, or has no such cards on the first page. */
export async function switchableOf({ api, profile }: Check, as: UserName): Promise<readonly Card[]> {
  if (profile.users[as] === undefined || (await api.login(as)).kind !== 'loggedIn') return [];
  const listed = jsonOf(await api.call('listCards', { as }));
  return Array.isArray(listed) ? oneOfEach(listed.filter(isSwitchable), (card) => String(isOn(card))) : [];
}

/** Reads the card a moment later, when a change that was refused or that has to wait would show. */
export async function laterRead({ api }: Check, path: { readonly id: string }, as = api.user.name): Promise<Exchange> {
  await pause(pauseBetween);
  return api.call('readCard', { as, path });
}

export function onlyWithLeaveToSwitch({ profile, untested }: Check): void {
  if (!profile.allow.smsNotification) untested('permission to switch a notification (allow.smsNotification)');
}

/** The body that switches on or off, its 0 or 1 written in JSON as the target wants it. */
export function switching({ api }: Check, on: boolean): { readonly json: Fields } {
  const { name, values } = nameOf(api.names, 'smsField');
  const number = on ? 1 : 0;
  return { json: { [name]: values === 'booleans' ? on : values === 'strings' ? String(number) : number } };
}

export const send = (check: Check, id: string, body: CallBody & Pick<CallInput, 'capitals'>): Promise<Exchange> =>
  pastSecondFactor(check, 'setSmsBalanceNotification', { path: { id }, ...body });

/** Sends the current value as a number and as text; where the target refuses both, it sends the other value in the same ways. */
export const takesNumbers = (check: Check, name: string): Promise<unknown> =>
  onSwitchable(check, 'one', async (id, _write, card) => {
    const [now, other] = isOn(card) ? [1, 0] : [0, 1];
    for (const value of [now, String(now), other]) {
      if (succeeded(await send(check, id, { json: { [name]: value } }))) return;
    }
    expect(await send(check, id, { json: { [name]: String(other) } })).toBeAccepted();
  });

export const switchingByForm = ({ api }: Check, on: boolean): { readonly form: Fields } => ({
  form: { [nameOf(api.names, 'smsField').name]: on ? '1' : '0' },
});

export const sendForm = (check: Check, id: string, on: boolean): Promise<Exchange> =>
  send(check, id, switchingByForm(check, on));

const pauseBetween = 200;

/** Asks until the answer is as it should be, or until a change has had time to show. */
export async function until<Answer>(
  check: Check,
  ask: () => Promise<Answer>,
  isAsDue: (answer: Answer) => boolean,
): Promise<Answer> {
  for (const end = Date.now() + settling['CARD-49']; ; await pause(pauseBetween)) {
    const answer = await ask();
    if (isAsDue(answer)) return answer;
    if (Date.now() < end) continue;
    await doubtWhereShared(check);
    return answer;
  }
}

export const shownOn = (check: Check, { read }: Version, id: string, on: boolean): Promise<Exchange> =>
  until(
    check,
    async () => {
      const exchange = await check.api.call(read, { path: { id } });
      if (!succeeded(exchange)) throw new UnexpectedAnswer(exchange, 'the card');
      return exchange;
    },
    (exchange) => stateOf(jsonOf(exchange)) === on,
  );

/** The whole list, read until the cards show the change there or have had time to. */
const listShowing = (
  check: Check,
  version: Version,
  due: readonly { readonly id: string; readonly on: boolean }[],
): Promise<readonly Card[]> =>
  until(
    check,
    () => allCards(check, version),
    (cards) => due.every(({ id, on }) => stateOf(inList(version, cards, id)) === on),
  );

export const shownInList = async (check: Check, version: Version, id: string, on: boolean): Promise<Card | undefined> =>
  inList(version, await listShowing(check, version, [{ id, on }]), id);

export const inList = ({ uuidOf }: Version, cards: readonly Card[], id: string): Card | undefined =>
  cards.find((card) => uuidOf(card) === id.toLowerCase());

export const stateOf = (card: unknown): unknown => (isFields(card) ? card[member] : undefined);

export const shows =
  (on: boolean, where: string) =>
  (received: Exchange | Card | undefined): Mismatch => {
    const card = received !== undefined && 'outcome' in received ? jsonOf(received as Exchange) : received;
    const state = stateOf(card);
    return state === on
      ? undefined
      : { expected: `${member} ${on} in ${where}`, got: String(state ?? 'nothing there') };
  };

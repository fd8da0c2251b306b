// A switch made through v2 has to show in v1 as well, and has to last.
import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from '../../../exchange/exchange.ts';
import { idIn } from '../../../generators/ids.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import { jsonOf, succeeded } from '../../../subject/answers.ts';
import { allSeenLater, noteSeenLater, noteSwitched } from './beside.ts';
import { allCards, type Card, current, legacy } from './card.ts';
import {
  isOn,
  isSwitchable,
  onlyWithLeaveToSwitch,
  onSwitchable,
  send,
  sendForm,
  shownInList,
  shownOn,
  shows,
  stateOf,
  switching,
  until,
  type Write,
} from './notification.ts';

/** Milliseconds. */
const twoSecondsAndMore = 2100;

export async function legacyFollows(check: Check): Promise<void> {
  const older = new Set((await allCards(check, legacy)).map(legacy.uuidOf));
  let compared = 0;
  await onSwitchable(check, 'all', async (id, write, card) => {
    if (!older.has(id.toLowerCase())) return;
    // Both versions may round their times, so a v1 time that was not updated shows only if the previous change is two seconds old.
    const before = await changedSomeTimeAgo(check, id, write, !isOn(card));
    for (const on of [isOn(card), !isOn(card)]) {
      if (!succeeded(await write(on))) return;
      const after = await shownOn(check, current, id, on);
      if (before) noteSwitched(check, [before, after]);
      // Where v2 does not show the change, there is nothing that v1 should show.
      if (stateOf(jsonOf(after)) !== on) return;
      compared += 1;
      expect(await shownOn(check, legacy, id, on)).toSatisfy(shows(on, 'the v1 card'));
      for (const by of await shownByNumber(check, id, on)) expect(by).toSatisfy(shows(on, 'the v1 card by its number'));
      expect(await shownInList(check, legacy, id, on)).toSatisfy(shows(on, 'the v1 card list'));
      for (const pair of await onceTogether(check, id, on)) expect(pair).toSatisfy(changedTogether);
    }
  });
  if (compared === 0) check.untested('a card of v1 whose notification may be set');
}

/** Switches the card, and waits two seconds in which a faulty target may undo it. Undefined where the switch does not show. */
async function changedSomeTimeAgo(check: Check, id: string, write: Write, on: boolean): Promise<Exchange | undefined> {
  const isShown = succeeded(await write(on)) && stateOf(jsonOf(await shownOn(check, current, id, on))) === on;
  await pause(twoSecondsAndMore);
  if (!isShown) return undefined;
  const card = await check.api.call('readCard', { path: { id } });
  noteSeenLater(check, { on, card });
  return card;
}

/** Does the same with one card where no other check has done it, and puts the card back. Returns it as read before that. */
export async function switchedSomeTimeAgo(check: Check): Promise<Exchange | undefined> {
  onlyWithLeaveToSwitch(check);
  const card = (await allCards(check, current)).find(isSwitchable);
  if (card === undefined) return undefined;
  const id = current.idOf(card);
  const write: Write = (on) => send(check, id, switching(check, on));
  const before = await changedSomeTimeAgo(check, id, write, !isOn(card));
  await write(isOn(card));
  return before;
}

/** Judges the cards that earlier checks read two seconds after a switch. */
export async function staysAsSet(check: Check): Promise<void> {
  if (allSeenLater(check).length === 0) await switchedSomeTimeAgo(check);
  for (const { on, card } of allSeenLater(check)) {
    const isAsSet = shows(on, 'the v2 card, two seconds later');
    // Somebody else may have switched it meanwhile.
    if (isAsSet(card)) check.doubt();
    expect(card).toSatisfy(isAsSet);
  }
}

export async function legacyFollowsMany(check: Check): Promise<void> {
  const older = new Set((await allCards(check, legacy)).map(legacy.uuidOf));
  await onSwitchable(check, 'one', async (id, write) => {
    if (!older.has(id.toLowerCase())) return;
    // Where only the card tells whether a switch was carried out, another switch may have come in between.
    const turns = [...Array(16).keys()];
    const switches = await inParallel(turns, (turn) => unlessUntested(() => write(turn % 2 === 0)), turns.length);
    if (switches.every((one) => one === undefined)) check.untested('a notification that is switched');
    const { newer, old } = await until(
      check,
      () => bothVersions(check, id),
      (both) => stateOf(both.old) === stateOf(both.newer),
    );
    expect(stateOf(old)).toBe(stateOf(newer), 'the state that v1 shows, after v2');
  });
}

/** A target may update what v1 shows after only one kind of body. Whether forms are accepted is not tested here. */
export async function legacyFollowsForms(check: Check): Promise<void> {
  const older = new Set((await allCards(check, legacy)).map(legacy.uuidOf));
  await onSwitchable(check, 'some', async (id, _write, card) => {
    if (!older.has(id.toLowerCase())) return;
    // Both versions may round their times, as with a change by JSON.
    await pause(twoSecondsAndMore);
    for (const on of [!isOn(card), isOn(card)]) {
      if (!succeeded(await sendForm(check, id, on))) return;
      // Where v2 does not show the change, there is nothing that v1 should show.
      const newer = jsonOf(await shownOn(check, current, id, on));
      if (stateOf(newer) !== on) return;
      const [read, listed] = await Promise.all([shownOn(check, legacy, id, on), shownInList(check, legacy, id, on)]);
      expect(read).toSatisfy(shows(on, 'the v1 card after a form body'));
      expect(listed).toSatisfy(shows(on, 'the v1 card list after a form body'));
      const seen = [jsonOf(read), listed].map((old) => ({ newer, old }) as Both);
      for (const pair of await onceTogether(check, id, on, seen)) expect(pair).toSatisfy(changedTogether);
    }
  });
}

/** Empty where the target does not read v1 cards by their numbers. */
async function shownByNumber(check: Check, id: string, on: boolean): Promise<readonly Exchange[]> {
  const number = idIn((await check.api.read('readCardV1', { path: { id } })).id);
  const read = () => check.api.call('readCardV1', { path: { id: String(number) } });
  if (number === undefined || !succeeded(await read())) return [];
  return [await until(check, read, (exchange) => stateOf(jsonOf(exchange)) === on)];
}

/** The pairs of `seen` if their times agree; otherwise new ones, read until they agree or have had time to. */
async function onceTogether(check: Check, id: string, on: boolean, seen?: readonly Both[]): Promise<readonly Both[]> {
  const areTogether = (pairs: readonly Both[]) => pairs.every((pair) => changedTogether(pair) === undefined);
  return seen && areTogether(seen) ? seen : until(check, () => seenTogether(check, id, on), areTogether);
}

/** The card of v2 beside that of v1, read alone and in the list. */
async function seenTogether(check: Check, id: string, on: boolean): Promise<readonly Both[]> {
  const listed = await shownInList(check, legacy, id, on);
  const { newer, old } = await bothVersions(check, id);
  return [old, listed].map((one) => ({ newer, old: one }));
}

interface Both {
  readonly newer?: Card | undefined;
  readonly old?: Card | undefined;
}

async function bothVersions({ api }: Check, id: string): Promise<Both> {
  const [newer, old] = await Promise.all([
    api.read('readCard', { path: { id } }),
    api.read('readCardV1', { path: { id } }),
  ]);
  return { newer, old };
}

/** Both versions show the same time of a change. The judge checks that each shows it in its own unit. */
function changedTogether({ newer, old }: Both): Mismatch {
  const [seconds, milliseconds] = [newer?.updatedAt, old?.updatedAtMs];
  if (typeof seconds !== 'number' || typeof milliseconds !== 'number') return undefined;
  if (seconds >= 1e11 || milliseconds < 1e11 || Math.abs(milliseconds - seconds * 1000) < 1000) return undefined;
  return { expected: `updatedAtMs of v1 within the second ${seconds} of v2`, got: String(milliseconds) };
}

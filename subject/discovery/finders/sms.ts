// Finds the field that switches the SMS notification of a card, by switching it and switching it back; only where that is allowed.
import { setTimeout as pause } from 'node:timers/promises';
import { demandedMfa, succeeded } from '../../answers.ts';
import type { Api } from '../../api.ts';
import type { Knowledge } from '../../names.ts';
import type { SmsField } from '../../profile/profile.ts';
import type { Item } from '../asking.ts';
import { smsNames } from '../candidates.ts';

const written = {
  numbers: (on: boolean) => (on ? 1 : 0),
  strings: (on: boolean) => (on ? '1' : '0'),
  booleans: (on: boolean) => on,
};
const kinds = ['numbers', 'strings', 'booleans'] as const;

/** All names are tried with numbers, and only this many of the likeliest with strings and booleans. */
const likely = 4;

/** Kinds of cards of which one card is tried, because a target may refuse or ignore the switch for one kind. */
const mostKinds = 4;

/** Milliseconds for all names: each may take a confirmation, and each confirmation the time until the next code. */
const patience = 60_000;

/** Milliseconds, for a switch that takes a moment to show. */
const moment = { most: 2500, often: 250 };

interface Way extends SmsField {
  readonly body: 'json' | 'form';
}

const inJson: readonly Way[] = kinds.flatMap((values) =>
  (values === 'numbers' ? smsNames : smsNames.slice(0, likely)).map((name) => ({ name, values, body: 'json' })),
);

/** For a target that takes no JSON here. The specification promises both content types, with the same name. */
const inForms: readonly Way[] = smsNames.map((name) => ({ name, values: 'numbers', body: 'form' }));

type Search =
  | { readonly kind: 'switched'; readonly by: Way }
  | { readonly kind: 'gave up'; readonly because: string }
  | { readonly kind: 'none' };

export async function discoverSmsField(api: Api, cards: readonly Item[]): Promise<Knowledge<SmsField>> {
  if (!api.profile.allow.smsNotification) {
    return { kind: 'unknown', because: 'trying names would switch a notification, and allow.smsNotification is false' };
  }
  const end = performance.now() + patience;
  let first: Knowledge<SmsField> | undefined;
  for (const { id } of promising(cards)) {
    const knowledge = await discoverOn(String(id), api, end);
    if (knowledge.kind === 'found') return knowledge;
    first ??= knowledge;
    if (knowledge.kind !== 'unknown') break;
  }
  return first ?? { kind: 'undecided', because: 'there is no card to try it on' };
}

async function discoverOn(id: string, api: Api, end: number): Promise<Knowledge<SmsField>> {
  const isOn = async () => (await api.read('readCard', { path: { id } })).isSmsBalanceNotification;
  const before = await isOn();
  if (typeof before !== 'boolean') return { kind: 'undecided', because: 'the card does not say whether it is on' };

  const set = ({ name, values, body }: Way, on: boolean) =>
    api.call('setSmsBalanceNotification', {
      path: { id },
      [body]: { [name]: written[values](on) },
      confirmMfa: true,
    });
  const hasBecome = async (on: boolean, most: number) => {
    const end = performance.now() + most;
    while ((await isOn()) !== on) {
      if (performance.now() >= end) return false;
      await pause(moment.often);
    }
    return true;
  };

  async function firstOf(ways: readonly Way[]): Promise<Search> {
    const accepted: Way[] = [];
    for (const way of ways) {
      if (performance.now() > end) return { kind: 'gave up', because: 'each name takes too long to be tried' };
      const exchange = await set(way, !before);
      if (demandedMfa(exchange)) return { kind: 'gave up', because: 'it demands a second factor before a name shows' };
      if (!succeeded(exchange)) continue;
      if (await hasBecome(!before, 0)) return { kind: 'switched', by: way };
      accepted.push(way);
    }
    // One of the accepted names may have switched it with a delay. Halving the names finds out which.
    if (accepted.length === 0 || !(await hasBecome(!before, moment.most))) return { kind: 'none' };
    let [candidates, on]: [readonly Way[], boolean] = [accepted, !before];
    while (candidates.length > 1) {
      const half = candidates.slice(0, Math.ceil(candidates.length / 2));
      for (const way of half) await set(way, !on);
      const isAmongThem = await hasBecome(!on, moment.most);
      if (isAmongThem) on = !on;
      candidates = isAmongThem ? half : candidates.slice(half.length);
    }
    return { kind: 'switched', by: candidates[0] as Way };
  }

  /** The kind of value with which JSON switches the card back, under the name that a form showed. */
  async function kindInJson(name: string): Promise<SmsField['values'] | undefined> {
    for (const values of kinds) {
      const isAccepted = succeeded(await set({ name, values, body: 'json' }, before as boolean));
      if (isAccepted && (await hasBecome(before as boolean, moment.most))) return values;
    }
    return undefined;
  }

  let search = await firstOf(inJson);
  if (search.kind === 'none') search = await firstOf(inForms);
  if (search.kind === 'gave up') return { kind: 'undecided', because: search.because };
  if (search.kind === 'none') return { kind: 'unknown', because: `none of ${smsNames.length} names switched the card` };

  const { name, values, body } = search.by;
  const inBoth = body === 'form' ? await kindInJson(name) : values;
  await set(search.by, before);
  const how = inBoth === undefined ? 'in a form, and not in JSON,' : `as ${inBoth}`;
  return {
    kind: 'found',
    value: { name, values: inBoth ?? values },
    because: `${name} ${how} switched the card, and back`,
  };
}

/** One of each kind that may be switched; the first card where none may. */
function promising(cards: readonly Item[]): readonly Item[] {
  const kinds = new Map<string, Item>();
  for (const card of cards.filter(mayBeSwitched)) {
    const kind = `${card.type} ${card.status}`;
    if (!kinds.has(kind)) kinds.set(kind, card);
  }
  return kinds.size > 0 ? [...kinds.values()].slice(0, mostKinds) : cards.slice(0, 1);
}

const mayBeSwitched = ({ permissions }: Item): boolean =>
  (permissions as Item | undefined)?.canSetSmsBalanceNotification === true;

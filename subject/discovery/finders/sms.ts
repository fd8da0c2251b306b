// Finds the field that switches the SMS notification of a card: by switching it, and back. Only where that is allowed.
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

/** All names are tried with numbers, and only this many of the likeliest with strings and booleans. */
const likely = 4;

/** Milliseconds for all names: each may take a confirmation, and each confirmation the time until the next code. */
const patience = 60_000;

/** Milliseconds, for a switch that takes a moment to show. */
const moment = { most: 2500, often: 250 };

const fields: readonly SmsField[] = (['numbers', 'strings', 'booleans'] as const).flatMap((values) =>
  (values === 'numbers' ? smsNames : smsNames.slice(0, likely)).map((name) => ({ name, values })),
);

export async function discoverSmsField(api: Api, cards: readonly Item[]): Promise<Knowledge<SmsField>> {
  if (!api.profile.allow.smsNotification) {
    return { kind: 'unknown', because: 'trying names would switch a notification, and allow.smsNotification is false' };
  }
  const card = cards.find(mayBeSwitched) ?? cards[0];
  if (card === undefined) return { kind: 'undecided', because: 'there is no card to try it on' };
  const id = String(card.id);
  const isOn = async () => (await api.read('readCard', { path: { id } })).isSmsBalanceNotification;
  const before = await isOn();
  if (typeof before !== 'boolean') return { kind: 'undecided', because: 'the card does not say whether it is on' };

  const set = ({ name, values }: SmsField, on: boolean) =>
    api.call('setSmsBalanceNotification', { path: { id }, json: { [name]: written[values](on) }, confirmMfa: true });
  const hasBecome = async (on: boolean, most: number) => {
    const end = performance.now() + most;
    while ((await isOn()) !== on) {
      if (performance.now() >= end) return false;
      await pause(moment.often);
    }
    return true;
  };
  const found = async (value: SmsField): Promise<Knowledge<SmsField>> => {
    await set(value, before);
    return { kind: 'found', value, because: `${value.name} as ${value.values} switched the card, and back` };
  };

  const end = performance.now() + patience;
  const accepted: SmsField[] = [];
  for (const field of fields) {
    if (performance.now() > end) return { kind: 'undecided', because: 'each name takes too long to be tried' };
    const exchange = await set(field, !before);
    if (demandedMfa(exchange)) return { kind: 'undecided', because: 'it demands a second factor before a name shows' };
    if (!succeeded(exchange)) continue;
    if (await hasBecome(!before, 0)) return found(field);
    accepted.push(field);
  }
  // One of the accepted names may have switched it with a delay. Halving the names finds out which.
  if (accepted.length > 0 && (await hasBecome(!before, moment.most))) {
    let [candidates, on]: [readonly SmsField[], boolean] = [accepted, !before];
    while (candidates.length > 1) {
      const half = candidates.slice(0, Math.ceil(candidates.length / 2));
      for (const field of half) await set(field, !on);
      const isAmongThem = await hasBecome(!on, moment.most);
      if (isAmongThem) on = !on;
      candidates = isAmongThem ? half : candidates.slice(half.length);
    }
    return found(candidates[0] as SmsField);
  }
  return { kind: 'unknown', because: `none of ${smsNames.length} names switched the card` };
}

const mayBeSwitched = ({ permissions }: Item): boolean =>
  (permissions as Item | undefined)?.canSetSmsBalanceNotification === true;

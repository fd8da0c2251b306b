// Finds the field that switches the SMS notification of a card: by switching it, and back. Only where that is allowed.
import { demandedMfa, succeeded } from '../../answers.ts';
import type { Api } from '../../api.ts';
import type { Finding } from '../../names.ts';
import type { SmsField } from '../../profile/profile.ts';
import type { Item } from '../asking.ts';
import { smsNames } from '../candidates.ts';

const written = {
  numbers: (on: boolean) => (on ? 1 : 0),
  strings: (on: boolean) => (on ? '1' : '0'),
  booleans: (on: boolean) => on,
};

/** Of names that come to nothing as numbers only the likeliest are tried otherwise. */
const likely = 4;

/** Milliseconds: where every name costs a confirmation, and every confirmation the time until the next code. */
const patience = 60_000;

export async function discoverSmsField(api: Api, cards: readonly Item[]): Promise<Finding<SmsField>> {
  if (!api.profile.allow.smsNotification) {
    return { kind: 'unknown', because: 'trying names would switch a notification, and allow.smsNotification is false' };
  }
  const card = cards.find(mayBeSwitched) ?? cards[0];
  if (card === undefined) return { kind: 'undecided', because: 'there is no card to try it on' };
  const id = String(card.id);
  const isOn = async () => (await api.read('readCard', { path: { id } })).isSmsBalanceNotification;
  const before = await isOn();
  if (typeof before !== 'boolean') return { kind: 'undecided', because: 'the card does not say whether it is on' };

  const end = performance.now() + patience;
  for (const values of ['numbers', 'strings', 'booleans'] as const) {
    for (const name of values === 'numbers' ? smsNames : smsNames.slice(0, likely)) {
      if (performance.now() > end) return { kind: 'undecided', because: 'each name takes too long to be tried' };
      const patch = (on: boolean) =>
        api.call('setSmsBalanceNotification', {
          path: { id },
          json: { [name]: written[values](on) },
          confirmMfa: true,
        });
      const exchange = await patch(!before);
      if (demandedMfa(exchange))
        return { kind: 'undecided', because: 'it demands a second factor before a name shows' };
      if (!succeeded(exchange) || (await isOn()) === before) continue;
      await patch(before);
      return { kind: 'found', value: { name, values }, because: `${name} as ${values} switched the card, and back` };
    }
  }
  return { kind: 'unknown', because: `none of ${smsNames.length} names switched the card` };
}

const mayBeSwitched = ({ permissions }: Item): boolean =>
  (permissions as Item | undefined)?.canSetSmsBalanceNotification === true;

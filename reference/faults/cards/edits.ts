// Small changes to cards and their credentials.
import type { Answer, Call, Handler } from '../../http/call.ts';
import type { Around } from '../../http/seams.ts';
import type { Service } from '../../service-state.ts';
import type { CardRecord } from '../../store/cards.ts';
import { editing, fieldOf, type Loose } from '../edits.ts';

export const fieldsIn = (call: Call): readonly unknown[] => {
  const fields = fieldOf(call, 'fields');
  return Array.isArray(fields) ? fields : [];
};

/** Changes the credentials, depending on which were asked for. */
export const editingFor =
  (change: (credentials: Loose, fields: readonly unknown[]) => void) =>
  (next: Handler, call: Call): Promise<Answer> =>
    editing((credentials) => change(credentials, fieldsIn(call)))(next, call);

export const cardsOf = (call: Call, { data }: Service) => data.accounts.get(call.user!.name)!.cards;

export const cardOf = (call: Call, service: Service): CardRecord | undefined =>
  cardsOf(call, service).byUuid(call.parameters.id ?? '');

/** Does something to a card whose notification the call has changed. */
export const onceSwitched =
  (change: (card: CardRecord, service: Service) => unknown): Around =>
  async (next, call, service) => {
    const card = cardOf(call, service);
    const before = card?.smsBalanceNotification;
    const answer = await next(call);
    if (card && card.smsBalanceNotification !== before) change(card, service);
    return answer;
  };

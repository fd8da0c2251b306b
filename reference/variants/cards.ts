// Other ways to handle cards, their credentials and their notification.
import { setTimeout as pause } from 'node:timers/promises';
import { refused, unknownResource } from '../errors.ts';
import { edited, editedEach, editing, fieldOf, type Loose, withFields } from '../faults/edits.ts';
import type { Answer, Call, Handler } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import { isUuid } from '../operations/payments.ts';
import type { Service } from '../service-state.ts';
import type { CardRecord } from '../store/cards.ts';
import { variant } from './variant.ts';

/** Milliseconds until a change is shown in other places. */
const delay = 3000;

/** Shows the old notification while a change of it is new. */
const asBefore = (notes: Map<string, unknown>) => (card: Loose) => {
  const change = notes.get(`sms ${card.uuid ?? card.id}`) as { readonly was: boolean; readonly at: number } | undefined;
  if (change !== undefined && Date.now() - change.at < delay) card.isSmsBalanceNotification = change.was;
};

/** The number of cards that are read between the first switch and the moment at which order messages end. */
const readsBefore = 5;

const cvvShown = (notes: Map<string, unknown>) => (card: Loose) => {
  if (!notes.has(`cvv of ${card.uuid ?? card.id}`)) return;
  card.permissions.canGetCvv = false;
  delete card.cvv;
};

function noted(answer: Answer, notes: Map<string, unknown>, key: string): Answer {
  if (answer.status === 200) notes.set(key, true);
  return answer;
}

const isClosedOnes = (name: string): boolean => name === 'phone' || name === 'email';

const activeOfSecond: Around = async (next, call) => {
  const answer = await next(call);
  const isAnothers =
    call.user!.name === 'second' && answer.status === 200 && (answer.body as Loose).status !== 'ACTIVE';
  return isAnothers ? refused(403, 'This card is not yours.') : answer;
};

const withTokens: Around = async (next, call, { data }) =>
  editedEach(await next(call), (shown) => {
    const { pan } = data.accounts.get(call.user!.name)!.cards.byUuid(shown.uuid ?? shown.id)!;
    // Changing one digit makes the check digit wrong.
    shown.token = `${pan.slice(0, 8)}${(Number(pan[8]) + 1) % 10}${pan.slice(9)}`;
  });

const withNextCvv: Around = async (next, call, { notes }) =>
  edited(await next(call), (card) => {
    if (card.cvv === undefined) return;
    const count = Number(notes.get('cvvs') ?? 0) + 1;
    notes.set('cvvs', count);
    const cvv = 100 + ((count * 7) % 900);
    card.cvv = typeof card.cvv === 'string' ? String(cvv) : cvv;
  });

export const cardVariants = [
  variant('closed-cards-without-phone', {
    reads: 'which cards have a phone and an e-mail address',
    does: 'answers 404 to who asks a closed card for them',
    around: {
      readCardCredentials: (next, call, { data }) => {
        const card = data.accounts.get(call.user!.name)!.cards.byUuid(call.parameters.id ?? '');
        const fields = call.body.kind === 'object' ? call.body.value.fields : undefined;
        const isMissing = card?.status === 'CLOSED' && Array.isArray(fields) && fields.some(isClosedOnes);
        return isMissing ? unknownResource('A closed card has none.') : next(call);
      },
    },
  }),
  variant('credentials-take-their-time', {
    reads: 'how much longer each further credential takes',
    does: 'takes 40 ms longer for each credential that is asked for, however often',
    around: {
      readCardCredentials: async (next, call) => {
        const answer = await next(call);
        const fields = call.body.kind === 'object' ? call.body.value.fields : undefined;
        await pause(Array.isArray(fields) ? fields.length * 40 : 0);
        return answer;
      },
    },
  }),
  variant('credentials-without-email', {
    reads: 'what a holder has not told',
    does: 'gives an empty e-mail address to who asks for it',
    around: {
      readCardCredentials: editing((body) => {
        if ('email' in body) body.email = '';
      }),
    },
  }),
  variant('forbidden-credentials-empty', {
    reads: 'how a credential is left out that the permissions of a card forbid',
    does: 'gives an empty text in its place, and what else was asked for',
    around: {
      readCardCredentials: async (next, call) => {
        const answer = await next(call);
        const asked = fieldOf(call, 'fields');
        if (answer.status !== 403 || call.user!.access === 'restricted' || !Array.isArray(asked)) return answer;
        const each = await Promise.all(asked.map((name) => next(withFields(call, { fields: [name] }))));
        const given = each.map(({ status, body }, at) => (status === 200 ? (body as Loose) : { [asked[at]]: '' }));
        return { status: 200, body: Object.assign({}, ...given) };
      },
    },
  }),
  variant('calculation-names-its-card', {
    reads: 'the body of a calculation of limits',
    does: 'wants the card of the path in it, and answers 400 before it looks for the card',
    around: {
      calculateCardLimits: (next, call) => {
        const isNamed = fieldOf(call, 'card') === call.parameters.id && isUuid(fieldOf(call, 'wallet'));
        return isNamed ? next(call) : refused(400, 'The body names the card of the path, and a wallet.');
      },
    },
    profile: { open: { bodies: { calculateCardLimits: { json: { card: '<cardId>', wallet: '<walletId>' } } } } },
  }),
  variant('calculation-under-way', {
    reads: 'whether the limits of a card are calculated twice at a time',
    does: 'answers 409 to who calculates those of a blocked card, for which a calculation goes on all the while',
    around: {
      calculateCardLimits: (next, call, { data }) => {
        const card = data.accounts.get(call.user!.name)!.cards.byUuid(call.parameters.id ?? '');
        return card?.status === 'BLOCKED' ? refused(409, 'A calculation is under way.') : next(call);
      },
    },
  }),
  variant('card-number-in-groups', {
    reads: 'how a card number is written',
    does: 'writes the number among the credentials in groups of four digits',
    around: {
      readCardCredentials: editing((body) => {
        if (typeof body.pan === 'string') body.pan = body.pan.replaceAll(/\d{4}(?=\d)/g, '$& ');
      }),
    },
  }),
  variant('phones-in-groups-and-without-country', {
    reads: 'how a phone is written',
    does: 'writes the phone among the credentials in groups, and that of a v1 card without the code of its country',
    around: {
      readCardCredentials: editing((body) => {
        if (body.phone) body.phone = body.phone.replace(/(\d)(\d{3})(\d{3})(\d{4})$/, '$1 ($2) $3-$4');
      }),
      readCardV1: editing((card) => {
        if (card.phone3ds) card.phone3ds = card.phone3ds.replace('+1', '0');
      }),
    },
  }),
  variant('v1-dates-of-months', {
    reads: 'how the day is written until which a card is valid',
    does: 'writes the month alone on v1 cards, as 05/29',
    around: {
      listCardsV1: async (next, call) => editedEach(await next(call), writtenAsMonth),
      readCardV1: async (next, call) => edited(await next(call), writtenAsMonth),
    },
  }),
  variant('dates-without-dashes', {
    reads: 'how the day is written until which a card is valid',
    does: 'writes it on v2 cards as 30042029, and on v1 cards as 290430',
    around: {
      listCards: async (next, call) => editedEach(await next(call), writtenAs('$<day>$<month>$<century>$<year>')),
      readCard: async (next, call) => edited(await next(call), writtenAs('$<day>$<month>$<century>$<year>')),
      listCardsV1: async (next, call) => editedEach(await next(call), writtenAs('$<year>$<month>$<day>')),
      readCardV1: async (next, call) => edited(await next(call), writtenAs('$<year>$<month>$<day>')),
    },
  }),
  variant('v1-dates-in-milliseconds', {
    reads: 'how the day is written until which a card is valid',
    does: 'writes it on v1 cards as the milliseconds of its midnight in a zone two hours ahead',
    around: {
      listCardsV1: async (next, call) => editedEach(await next(call), writtenAsMoment),
      readCardV1: async (next, call) => edited(await next(call), writtenAsMoment),
    },
  }),
  variant('cvv-shown-once', {
    reads: 'how often a credential is given',
    does: 'gives the cvv of a card once, says so in its permissions, and refuses it from then on',
    around: {
      readCardCredentials: async (next, call, { notes }) => {
        const fields = fieldOf(call, 'fields');
        const key = `cvv of ${call.parameters.id?.toLowerCase()}`;
        if (!Array.isArray(fields) || !fields.includes('cvv')) return next(call);
        if (notes.has(key)) return refused(403, 'The cvv was shown already.');
        const answer = await next(call);
        if (answer.status === 200) notes.set(key, true);
        return answer;
      },
      readCard: async (next, call, { notes }) => edited(await next(call), cvvShown(notes)),
      listCards: async (next, call, { notes }) => editedEach(await next(call), cvvShown(notes)),
      readCardV1: async (next, call, { notes }) => edited(await next(call), cvvShown(notes)),
      listCardsV1: async (next, call, { notes }) => editedEach(await next(call), cvvShown(notes)),
    },
  }),
  variant('cvv-shown-once-in-either-version', {
    reads: 'how often a credential is given',
    does: 'gives the cvv of a card once, in v1 or in v2, says so in its permissions, and leaves it out from then on',
    around: {
      readCardCredentials: async (next, call, { notes }) => {
        const fields = fieldOf(call, 'fields');
        const key = `cvv of ${call.parameters.id?.toLowerCase()}`;
        if (!Array.isArray(fields) || !fields.includes('cvv')) return next(call);
        if (!notes.has(key)) return noted(await next(call), notes, key);
        const others = fields.filter((name) => name !== 'cvv');
        return others.length === 0 ? { status: 200, body: {} } : next(withFields(call, { fields: others }));
      },
      readCardV1: async (next, call, { notes }) => {
        const answer = edited(await next(call), cvvShown(notes));
        const { uuid, cvv } = answer.body as Loose;
        return cvv === undefined ? answer : noted(answer, notes, `cvv of ${uuid}`);
      },
      readCard: async (next, call, { notes }) => edited(await next(call), cvvShown(notes)),
      listCards: async (next, call, { notes }) => editedEach(await next(call), cvvShown(notes)),
      listCardsV1: async (next, call, { notes }) => editedEach(await next(call), cvvShown(notes)),
    },
  }),
  variant('v1-extras-of-cards-in-hand-alone', {
    reads: 'when a v1 card has the extra fields that are asked for',
    does: 'leaves all secrets of a card out in v1, the telephone number as well, while the card is not in hand',
    around: {
      readCardV1: async (next, call) =>
        edited(await next(call), (card) => {
          if (card.status === 'ACTIVE' || card.status === 'BLOCKED') return;
          for (const name of ['password', 'cvv', 'pin', 'number', 'phone3ds']) delete card[name];
        }),
    },
  }),
  variant('credentials-by-form-too', {
    reads: 'media types beyond those that are named',
    does: 'takes a form for a credentials request as well',
    read: (next, call) => {
      const type = call.headers['content-type'] ?? '';
      if (call.operation !== 'readCardCredentials' || !type.includes('x-www-form-urlencoded')) return next(call);
      const fields = [...new URLSearchParams(call.bytes.toString()).values()];
      return { kind: 'object', as: 'json', value: { fields } };
    },
  }),
  variant('cards-of-others-listed', {
    reads: 'which cards a user may read',
    does: 'lists all cards to the second user, of which he may read the active ones alone',
    around: { readCard: activeOfSecond, readCardV1: activeOfSecond },
  }),
  variant('notification-off-without-a-value', {
    reads: 'what a body without the field of the notification does',
    does: 'takes a field that is missing, null or empty for 0',
    around: {
      setSmsBalanceNotification: (next, call, { settings: { names } }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const isMissing = (fieldOf(call, names.smsEnabled) ?? '') === '';
        return next(isMissing ? withFields(call, { [names.smsEnabled]: isForm ? '0' : 0 }) : call);
      },
    },
  }),
  variant('v1-list-includes-limits', {
    reads: 'what the v1 list makes of the parameter for extra fields',
    does: 'gives the usage limits to who asks the list for them',
    around: {
      listCardsV1: async (next, call, { data, settings: { names, separator } }) => {
        const answer = await next(call);
        if (!call.query[names.include]?.split(separator).includes('limits')) return answer;
        return editedEach(answer, (listed) => {
          const card = data.accounts.get(call.user!.name)!.cards.byUuid(listed.uuid)!;
          if (listed.permissions.canGetLimits) listed.limits = { updatedAtMs: card.limitsUpdatedAt, ...card.usage };
        });
      },
    },
  }),
  variant('cards-with-tokens', {
    reads: 'members beyond those that are named',
    does: 'adds a token to each card that has the form of its number, its first and last digits, and a wrong check digit',
    around: {
      listCards: withTokens,
      readCard: withTokens,
      listCardsV1: withTokens,
      readCardV1: withTokens,
    },
  }),
  variant('cvv-of-the-moment', {
    reads: 'how long a credential stays the same',
    does: 'gives another cvv each time that it is asked for, in either version',
    around: { readCardCredentials: withNextCvv, readCardV1: withNextCvv },
  }),
  variant('media-type-parameters-refused', {
    reads: 'media types with a parameter',
    does: 'answers 415 to a charset',
    read: (next, call) =>
      /charset/i.test(call.headers['content-type'] ?? '')
        ? { kind: 'unreadable', status: 415, message: 'Without parameters, please.' }
        : next(call),
  }),
  variant('notification-shows-later', {
    reads: 'when a change shows',
    does: 'shows a changed notification three seconds later',
    around: {
      setSmsBalanceNotification: async (next, call, { data, notes }) => {
        const card = data.accounts.get(call.user!.name)!.cards.byUuid(call.parameters.id ?? '');
        const was = card?.smsBalanceNotification;
        const answer = await next(call);
        if (card && was !== card.smsBalanceNotification) notes.set(`sms ${card.uuid}`, { was, at: Date.now() });
        return answer;
      },
      readCard: async (next, call, { notes }) => shownLater(await next(call), notes),
      listCards: async (next, call, { notes }) => shownLater(await next(call), notes),
      listCardsV1: async (next, call, { notes }) => shownLater(await next(call), notes),
      readCardV1: async (next, call, { notes }) => shownLater(await next(call), notes),
    },
  }),
  variant('messages-of-orders-end', {
    reads: 'how long an order tells its message',
    does: 'tells none of any card from one moment on, which comes soon after the first card was switched',
    around: {
      setSmsBalanceNotification: (next, call, { notes }) => {
        notes.set('is switched', true);
        return next(call);
      },
      readCard: async (next, call, { data, notes }) => {
        const answer = await next(call);
        const count = Number(notes.get('reads once switched') ?? 0) + Number(notes.has('is switched'));
        notes.set('reads once switched', count);
        if (count !== readsBefore) return answer;
        for (const { cards } of data.accounts.values())
          for (const card of cards) Object.assign(card, { order: { ...card.order, message: '' } });
        return answer;
      },
    },
  }),
  variant('two-copies', {
    reads: 'when a change shows',
    does: 'reads cards from two copies in turn, one of which lags a second and a half behind',
    around: {
      setSmsBalanceNotification: async (next, call, { data, notes }) => {
        const card = data.accounts.get(call.user!.name)!.cards.byUuid(call.parameters.id ?? '');
        const was = card && { ...card };
        const answer = await next(call);
        if (card && was && was.version !== card.version) notes.set(`copy of ${card.uuid}`, { was, at: Date.now() });
        return answer;
      },
      readCard: fromEitherCopy,
      listCards: fromEitherCopy,
      listCardsV1: fromEitherCopy,
      readCardV1: fromEitherCopy,
    },
  }),
];

const lag = 1500;

async function fromEitherCopy(next: Handler, call: Call, { notes }: Service): Promise<Answer> {
  const isBehind = notes.get('the copy that lags') === true;
  notes.set('the copy that lags', !isBehind);
  const answer = await next(call);
  return isBehind ? edited(answer, (body) => [body].flat().forEach(lagging(notes))) : answer;
}

const lagging = (notes: Map<string, unknown>) => (card: Loose) => {
  const copy = notes.get(`copy of ${card.uuid ?? card.id}`) as
    | { readonly was: CardRecord; readonly at: number }
    | undefined;
  if (copy === undefined || Date.now() - copy.at > lag) return;
  card.isSmsBalanceNotification = copy.was.smsBalanceNotification;
  if ('version' in card) card.version = copy.was.version;
  if ('updatedAtMs' in card) card.updatedAtMs = copy.was.updatedAt;
  else card.updatedAt = Math.floor(copy.was.updatedAt / 1000);
};

function writtenAsMonth(card: Loose): void {
  const [year, month] = String(card.validUntilDate ?? '').split('-');
  if (year && month) card.validUntilDate = `${month}/${year.slice(2)}`;
}

const writtenAs = (form: string) => (card: Loose) => {
  card.validUntilDate &&= card.validUntilDate.replace(/^(?<century>..)(?<year>..)-(?<month>..)-(?<day>..)$/, form);
};

function writtenAsMoment(card: Loose): void {
  const midnight = Date.parse(card.validUntilDate);
  if (midnight) card.validUntilDate = String(midnight - 7_200_000);
}

const shownLater = (answer: Parameters<typeof edited>[0], notes: Map<string, unknown>) =>
  edited(answer, (body) => {
    for (const card of Array.isArray(body) ? body : [body]) asBefore(notes)(card);
  });

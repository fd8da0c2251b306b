// Faults by which a thing is shown differently by its UUID than by its number, or as it was before a change.
import { unknownPayment, unknownResource } from '../../errors.ts';
import type { Answer } from '../../http/call.ts';
import { isUuid } from '../../operations/payments.ts';
import { edited, editing, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';

export const ids = [
  fault('payment-by-uuid-as-before-cancelling', {
    breaks: 'PAR-31',
    does: 'keeps what a payment that can be cancelled reads by its UUID, and forgets to renew it when it is cancelled',
    around: {
      readPayment: async (next, call, { notes, settings }) => {
        const key = `kept by UUID ${call.parameters.id}`;
        const kept = notes.get(key) as Answer | undefined;
        if (call.query[settings.names.expand] !== undefined || !isUuid(call.parameters.id)) return next(call);
        const answer = kept ?? (await next(call));
        if ((answer.body as Loose)?.permissions?.canCancel) notes.set(key, answer);
        return answer;
      },
    },
  }),
  fault('payment-expanded-as-before-cancelling', {
    breaks: 'PAR-14',
    does: 'keeps what a payment that can be cancelled reads with an expansion, and forgets to renew it when it is cancelled',
    around: {
      readPayment: async (next, call, { notes, settings }) => {
        const expansion = call.query[settings.names.expand];
        if (expansion === undefined) return next(call);
        const key = `kept with ${expansion} of ${call.parameters.id}`;
        const answer = (notes.get(key) as Answer | undefined) ?? (await next(call));
        if ((answer.body as Loose)?.permissions?.canCancel) notes.set(key, answer);
        return answer;
      },
    },
  }),
  fault('payment-expanded-as-before-signing', {
    breaks: 'PAR-14',
    does: 'keeps what a draft reads with an expansion, and forgets to renew it when it is signed',
    around: {
      readPayment: async (next, call, { notes, settings }) => {
        const expansion = call.query[settings.names.expand];
        if (expansion === undefined) return next(call);
        const key = `draft with ${expansion} of ${call.parameters.id}`;
        const answer = (notes.get(key) as Answer | undefined) ?? (await next(call));
        if ((answer.body as Loose)?.status === 'draft') notes.set(key, answer);
        return answer;
      },
    },
  }),
  fault('payment-by-uuid-as-before-signing', {
    breaks: 'PAR-31',
    does: 'keeps what a draft reads by its UUID, and forgets to renew it when it is signed',
    around: {
      readPayment: async (next, call, { notes, settings }) => {
        const key = `kept by UUID ${call.parameters.id}`;
        const kept = notes.get(key) as Answer | undefined;
        if (call.query[settings.names.expand] !== undefined || !isUuid(call.parameters.id)) return next(call);
        const answer = kept ?? (await next(call));
        if ((answer.body as Loose)?.status === 'draft') notes.set(key, answer);
        return answer;
      },
    },
  }),
  fault('payment-by-uuid-expands-no-card', {
    breaks: 'PAR-31',
    does: 'expands no card where a payment is asked for by its UUID',
    around: {
      readPayment: async (next, call) =>
        edited(await next(call), (payment) => {
          if (isUuid(call.parameters.id)) delete payment.card;
        }),
    },
  }),
  fault('payment-credits-unknown-by-uuid', {
    breaks: 'PAR-31',
    does: 'knows no credit by its UUID',
    around: {
      readPayment: async (next, call) => {
        const answer = await next(call);
        const isLost = isUuid(call.parameters.id) && (answer.body as Loose)?.type === 'credit';
        return isLost ? unknownPayment('There is no such payment.') : answer;
      },
    },
  }),
  fault('payment-expanded-unknown-by-uuid', {
    breaks: 'PAR-31',
    does: 'knows no payment by its UUID where expansions of it are asked for, unless it is a draft',
    around: {
      readPayment: async (next, call, { settings: { names } }) => {
        const answer = await next(call);
        const isExpanded = isUuid(call.parameters.id) && call.query[names.expand] !== undefined;
        const isLost = isExpanded && answer.status === 200 && (answer.body as Loose).status !== 'draft';
        return isLost ? unknownPayment('There is no such payment.') : answer;
      },
    },
  }),
  fault('legacy-disposable-cards-unknown-by-number', {
    breaks: 'PAR-31',
    does: 'knows no disposable v1 card by its number',
    around: {
      readCardV1: async (next, call) => {
        const answer = await next(call);
        const isLost = /^\d+$/.test(call.parameters.id ?? '') && (answer.body as Loose)?.type === 'Disposable';
        return isLost ? unknownResource('There is no such card.') : answer;
      },
    },
  }),
  fault('legacy-card-by-number-of-other-holder', {
    breaks: 'PAR-31',
    does: 'writes the name of the holder of a v1 card that is asked for by its number in small letters',
    around: {
      readCardV1: async (next, call) =>
        edited(await next(call), (card) => {
          if (!isUuid(call.parameters.id)) card.cardholder_name = card.cardholder_name.toLowerCase();
        }),
    },
  }),
  fault('legacy-limits-by-number-of-another', {
    breaks: 'PAR-31',
    does: 'answers who reads the limits of a card by its number those of another card',
    around: {
      readCardLimitsV1: async (next, call) =>
        edited(await next(call), (limits) => {
          if (/^\d+$/.test(call.parameters.id ?? '')) limits.atmLimit += 100;
        }),
    },
  }),
  fault('currency-named-as-a-sibling', {
    breaks: 'PAR-21',
    does: 'names the currency of a card payment abroad as a dollar, whatever its id',
    around: {
      readPayment: editing((payment) => {
        if (payment.currency && payment.transactionCurrencyId) payment.currency.name = 'US dollar';
      }),
    },
  }),
];

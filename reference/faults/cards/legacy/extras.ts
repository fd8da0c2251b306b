// Faults in the credentials and limits that version 1 shows of a card on request.
import { edited, editing, keptOfBlocked, type Loose } from '../../edits.ts';
import { fault } from '../../fault.ts';
import { alone, seconds } from './edits.ts';

export const extras = [
  fault('legacy-number-despite-permission', {
    breaks: 'CARD-40',
    does: 'shows the number in v1 of a card whose permissions forbid it',
    around: {
      readCardV1: async (next, call) => {
        const answer = await next(call);
        if (answer.status !== 403 || call.query.include !== 'number') return answer;
        return edited(await next({ ...call, query: {} }), (card) => {
          card.number = 4_000_000_000_000_002;
        });
      },
    },
  }),
  fault('legacy-include-brings-limits', {
    breaks: 'LEG-30',
    does: 'adds the usage limits whenever a phone number is asked for',
    around: {
      readCardV1: async (next, call) => {
        const answer = await next(call);
        if (call.query.include !== 'phone3ds') return answer;
        const rich = await next({ ...call, query: { ...call.query, include: 'phone3ds,limits' } });
        return rich.status === 200 ? rich : answer;
      },
    },
  }),
  fault('legacy-cvv-without-asking', {
    breaks: 'LEG-30',
    does: 'shows the cvv of virtual v1 cards to everybody who reads them',
    around: alone((card) => {
      if (card.type === 'Virtual') card.cvv ??= 123;
    }),
  }),
  fault('legacy-pin-forgotten', {
    breaks: 'LEG-31',
    does: 'leaves the pin of a v1 card out when the number is asked for as well',
    around: alone((card) => {
      if (card.number !== undefined) delete card.pin;
    }),
  }),
  fault('legacy-cvv-text', {
    breaks: 'LEG-32',
    does: 'writes cvv of a v1 card as text',
    around: alone((card) => {
      if (card.cvv !== undefined) card.cvv = String(card.cvv);
    }),
  }),
  fault('legacy-limits-empty', {
    breaks: 'LEG-31',
    does: 'gives an empty object for the usage limits',
    around: alone((card) => {
      if (card.limits !== undefined) card.limits = {};
    }),
  }),
  fault('legacy-limits-of-nothing-beside-others', {
    breaks: 'PAR-16',
    does: 'gives 0 for the totals of the usage limits where another field is asked for as well',
    around: alone((card) => {
      if (card.limits === undefined || card.pin === undefined) return;
      for (const { usage } of Object.values<Loose>(card.limits)) {
        if (usage) usage.daily.total = usage.monthly.total = 0;
      }
    }),
  }),
  fault('legacy-limits-without-withdrawal', {
    breaks: 'LEG-37',
    does: 'leaves withdrawal out of the usage limits',
    around: alone((card) => {
      if (card.limits !== undefined) delete card.limits.withdrawal;
    }),
  }),
  fault('legacy-limits-updated-in-seconds', {
    breaks: 'LEG-38',
    does: 'gives updatedAtMs of usage limits in seconds',
    around: alone((card) => {
      if (card.limits !== undefined) card.limits.updatedAtMs = seconds(card.limits.updatedAtMs);
    }),
  }),
  fault('legacy-limit-switch-as-number', {
    breaks: 'LEG-39',
    does: 'gives the switch of internet purchases as a number',
    around: alone((card) => {
      const limit = card.limits?.internet_purchase;
      if (limit !== undefined) limit.switch.value = Number(limit.switch.value);
    }),
  }),
  fault('legacy-limit-without-reset', {
    breaks: 'LEG-41',
    does: 'leaves reset out of the monthly usage of contactless purchases',
    around: alone((card) => {
      if (card.limits !== undefined) delete card.limits.contactless_purchase.usage.monthly.reset;
    }),
  }),
  fault('legacy-simple-limits-of-blocked-kept', {
    breaks: 'LEG-47',
    does: 'answers 403 to who reads the simple limits of a blocked card, whose permissions allow that',
    around: { readCardLimitsV1: keptOfBlocked },
  }),
  fault('legacy-simple-limit-as-text', {
    breaks: 'LEG-47',
    does: 'writes the monthly limit of the simple limits as text',
    around: {
      readCardLimitsV1: editing((limits) => {
        limits.monthlyLimit = limits.monthlyLimit.toFixed(2);
      }),
    },
  }),
];

// Faults of the first version of cards.
import { edited, editing, editingEach, type Loose } from './edits.ts';
import { fault } from './fault.ts';

const everywhere = (change: (card: Loose) => void) => ({
  listCardsV1: editingEach(change),
  readCardV1: editing(change),
});

export const legacyCardFaults = [
  fault('legacy-version-shown', {
    breaks: 'LEG-12',
    does: 'shows version on v1 cards',
    around: everywhere((card) => {
      card.version = 1;
    }),
  }),
  fault('legacy-list-leaks-pin', {
    breaks: 'LEG-18',
    does: 'shows the pin of every card in the v1 list',
    around: {
      listCardsV1: editingEach((card) => {
        card.pin = 1234;
      }),
    },
  }),
  fault('legacy-process-filter-accepted', {
    breaks: 'LEG-24',
    does: 'answers an empty list when PROCESS is asked for in v1',
    around: {
      listCardsV1: (next, call) => (call.query.status === 'PROCESS' ? { status: 200, body: [] } : next(call)),
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
        return edited(answer, (card) => Object.assign(card, rich.body));
      },
    },
  }),
  fault('legacy-cvv-text', {
    breaks: 'LEG-32',
    does: 'writes cvv of a v1 card as text',
    around: {
      readCardV1: editing((card) => {
        if (card.cvv !== undefined) card.cvv = String(card.cvv);
      }),
    },
  }),
];

// Faults by which a card is shown to users other than its owner, or as belonging elsewhere.
import type { Call, Handler } from '../../http/call.ts';
import type { Service } from '../../service-state.ts';
import { createCollection } from '../../store/collection.ts';
import { fault } from '../fault.ts';

/** Answers every caller as the owner of the card. */
const asTheOwner = (next: Handler, call: Call, { data }: Service) => {
  const owner = [...data.accounts.values()].find(({ cards }) => cards.find(call.parameters.id ?? '') !== undefined);
  return next(owner === undefined ? call : { ...call, user: owner.user });
};

export const owners = [
  fault('legacy-card-of-anybody', {
    breaks: 'PAR-27',
    does: 'shows a v1 card to whoever knows its id',
    around: { readCardV1: asTheOwner },
  }),
  fault('card-of-anybody', {
    breaks: 'AUTH-21',
    does: 'shows a card to whoever knows its id, in either version',
    around: { readCard: asTheOwner, readCardV1: asTheOwner },
  }),
  fault('card-of-anybody-to-one-user', {
    breaks: 'AUTH-21',
    does: 'shows the user with a second factor every card whose id he knows',
    around: {
      readCard: (next, call, service) => (call.user?.name === 'mfa' ? asTheOwner(next, call, service) : next(call)),
    },
  }),
  fault('card-of-another-wallet', {
    breaks: 'AUTH-21',
    does: 'lists for the restricted user the cards of one wallet of the company, and shows him those of the others by their ids',
    seed: ({ accounts }) => {
      const [full, restricted] = [accounts.get('full')!, accounts.get('restricted')!];
      const [first] = full.cards;
      restricted.cards = createCollection([...full.cards].filter(({ wallet }) => wallet === first!.wallet));
    },
    permit: (next, call) => next(call) || /^(list|read)Card/.test(call.operation),
    around: Object.fromEntries(
      ['readCard', 'readCardV1'].map((operation) => [
        operation,
        (next: Handler, call: Call, service: Service) =>
          call.user?.name === 'restricted' ? asTheOwner(next, call, service) : next(call),
      ]),
    ),
  }),
];

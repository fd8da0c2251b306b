// Roles that hide from one user what others see of the same cards.
import { edited, type Loose } from '../faults/edits.ts';
import type { Around } from '../http/seams.ts';
import { createCollection } from '../store/collection.ts';
import { variant } from './variant.ts';

const forSecond =
  (change: (body: Loose) => void): Around =>
  async (next, call) => {
    const answer = await next(call);
    return call.user!.name === 'second' ? edited(answer, change) : answer;
  };

const masked = (text: string): string => `${text.slice(0, 3)}*****${text.slice(-4)}`;

export const roleVariants = [
  variant('viewer-of-the-cards-of-another', {
    reads: 'what the roles may see of a card',
    does: 'lists the cards of the mfa user to the second user as well, to whom it masks phones and addresses, and gives no secrets in v1',
    leaves: { 'EVT-02': 'no user has deliveries disabled at a url where nobody else is told' },
    seed: ({ accounts }) => {
      const [mfa, second] = [accounts.get('mfa')!, accounts.get('second')!];
      second.cards = createCollection([...mfa.cards, ...second.cards]);
    },
    around: {
      readCardCredentials: forSecond((credentials) => {
        if (credentials.phone) credentials.phone = masked(credentials.phone);
        if (credentials.email) credentials.email = masked(credentials.email);
      }),
      readCardV1: forSecond((card) => {
        for (const name of ['password', 'cvv', 'pin', 'number', 'phone3ds']) delete card[name];
      }),
    },
  }),
];

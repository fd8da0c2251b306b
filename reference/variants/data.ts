// Other stocks of data and other ways to show them.
import type { Answer, Call, Handler } from '../call.ts';
import { createShelf } from '../store/shelf.ts';
import { variant } from './variant.ts';

const pageLength = 10;

const paged = async (next: Handler, call: Call): Promise<Answer> => {
  const answer = await next(call);
  if (!Array.isArray(answer.body)) return answer;
  const page = Math.max(1, Number.parseInt(call.query.page ?? '1', 10) || 1);
  return { ...answer, body: answer.body.slice((page - 1) * pageLength, page * pageLength) };
};

export const dataVariants = [
  variant('one-card', {
    reads: 'how many cards there are',
    does: 'keeps one active card for the full user',
    seed: ({ accounts }) => {
      const account = accounts.get('full')!;
      const card = [...account.cards].find(({ status, type }) => status === 'ACTIVE' && type === 'ChipAndPin')!;
      account.cards = createShelf([card]);
    },
  }),
  variant('empty-lists', {
    reads: 'how many cards and events there are',
    does: 'keeps no card for the full user and no webhook event',
    seed: ({ accounts, events }) => {
      events.length = 0;
      for (const account of accounts.values()) account.webhook.events = [];
      accounts.get('full')!.cards = createShelf();
    },
    profile: { fixtures: { cards: [] } },
  }),
  variant('paged', {
    reads: 'paging of card lists',
    does: 'answers ten cards at a time and takes the number of the page',
    around: { listCards: paged, listCardsV1: paged },
    profile: { open: { paging: { style: 'page', page: 'page', first: 1 } } },
  }),
  variant('process-as-ordered', {
    reads: 'how a card in PROCESS appears in v1',
    does: 'shows it as ORDERED',
    settings: { processInV1: 'as ORDERED' },
  }),
  variant('nulls', {
    reads: 'fields that do not apply',
    does: 'writes them as null',
    settings: { inapplicable: 'null' },
  }),
  variant('fixed-window', {
    reads: 'the algorithm of rate limits',
    does: 'counts in windows that open with a request',
    settings: { limiter: 'fixed window' },
  }),
  variant('token-bucket', {
    reads: 'the algorithm of rate limits',
    does: 'keeps buckets that fill at an even pace',
    settings: { limiter: 'token bucket' },
  }),
];

// Faults of authentication: whose credentials count, and when they are asked for.
import { unknownResource } from '../errors.ts';
import { fault } from './fault.ts';

export const authenticationFaults = [
  fault('bearer-takes-refresh-token', {
    breaks: 'AUTH-05',
    does: 'takes a refresh token as a bearer token',
    owner: (next, kind, token) => next(kind, token) ?? (kind === 'access' ? next('refresh', token) : undefined),
  }),
  fault('bearer-takes-web-socket-token', {
    breaks: 'AUTH-05',
    does: 'takes a WebSocket token as a bearer token',
    owner: (next, kind, token) => next(kind, token) ?? (kind === 'access' ? next('webSocket', token) : undefined),
  }),
  fault('basic-password-unchecked', {
    breaks: 'AUTH-09',
    does: 'takes any password of a known user',
    authenticate: (next, call, { data }) => {
      const [, pair = ''] = /^basic +(\S+)$/i.exec(call.headers.authorization ?? '') ?? [];
      const [username, password] = Buffer.from(pair, 'base64').toString().split(':');
      return next(call) ?? data.users.find((user) => password !== undefined && user.username === username);
    },
  }),
  fault('card-unknown-before-credentials', {
    breaks: 'AUTH-13',
    does: 'tells who has no credentials that a card is unknown',
    outside: {
      readCard: async (next, call, { data }) => {
        const answer = await next(call);
        const isKnown = [...data.accounts.values()].some(({ cards }) => cards.byUuid(call.parameters.id ?? ''));
        return answer.status === 401 && !isKnown ? unknownResource('There is no such card.') : answer;
      },
    },
  }),
  fault('session-of-last-login', {
    breaks: 'AUTH-16',
    does: 'lists the cards of whoever logged in last',
    around: {
      login: (next, call, { notes }) => {
        notes.set('last', call.user);
        return next(call);
      },
      listCards: (next, call, { notes }) =>
        next({ ...call, user: (notes.get('last') ?? call.user) as typeof call.user }),
    },
  }),
];

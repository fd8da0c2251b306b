// Faults in how long an access token is valid.
import { refused } from '../../errors.ts';
import type { OperationName } from '../../http/call.ts';
import type { Seams } from '../../http/seams.ts';
import { edited, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { credentialsOf, ofBearer, takingNoted } from './edits.ts';

/** Access tokens claim to live for ten seconds, and do so except at these operations. */
const endlessFor = (...operations: readonly OperationName[]): Pick<Seams, 'settings' | 'issue' | 'authenticate'> => ({
  settings: { lifetimes: { access: 86_400 } },
  issue: (next, kind, user, { clock, notes }) => {
    const token = next(kind, user);
    if (kind !== 'access') return token;
    notes.set(`end of ${token.token}`, clock() + 10_000);
    return { ...token, expiredAt: token.expiredAt - 86_390, expiresIn: 10 };
  },
  authenticate: (next, call, { clock, notes }) => {
    const end = notes.get(`end of ${credentialsOf(call, ofBearer)}`);
    const isOver = typeof end === 'number' && clock() > end && !operations.includes(call.operation);
    return isOver ? undefined : next(call);
  },
});

export const endedEarly = [
  fault('token-worn-out', {
    breaks: 'AUTH-15',
    does: 'lists the webhook events three times for one access token, and no more',
    around: {
      listWebhookEvents: (next, call, { notes }) => {
        const used = Number(notes.get(`events for ${call.headers.authorization}`) ?? 0);
        notes.set(`events for ${call.headers.authorization}`, used + 1);
        return used < 3 ? next(call) : refused(401, 'The token is not valid.');
      },
    },
  }),
  fault('token-ends-after-fifty-uses', {
    breaks: 'AUTH-15',
    does: 'takes an access token for fifty requests, and no more',
    authenticate: (next, call, { notes }) => {
      const { authorization = '' } = call.headers;
      if (!authorization.startsWith('Bearer ')) return next(call);
      const used = Number(notes.get(`uses of ${authorization}`) ?? 0);
      notes.set(`uses of ${authorization}`, used + 1);
      return used < 50 ? next(call) : undefined;
    },
  }),
  fault('refreshed-refresh-token-for-access-token', {
    breaks: 'AUTH-05',
    does: 'takes the refresh token of a refreshed pair for an access token',
    around: {
      refreshSession: async (next, call, { notes, tokens }) =>
        edited(await next(call), ({ access, refresh }) =>
          notes.set(`Bearer ${refresh.token}`, tokens.owner('access', access.token)),
        ),
    },
    authenticate: takingNoted,
  }),
  fault('web-socket-token-of-refresh-for-access-token', {
    breaks: 'AUTH-05',
    does: 'takes the WebSocket token of a refreshed session for an access token',
    around: {
      refreshSession: async (next, call, { notes }) =>
        edited(await next(call), ({ access }) => notes.set(`refreshed ${access.token}`, true)),
      issueWebSocketToken: async (next, call, { notes }) =>
        edited(await next(call), ({ token }) => {
          if (notes.has(`refreshed ${credentialsOf(call, ofBearer)}`)) notes.set(`Bearer ${token}`, call.user);
        }),
    },
    authenticate: takingNoted,
  }),
  fault('token-ends-early', {
    breaks: 'AUTH-15',
    does: 'takes an access token for four seconds, and says that it is good for an hour',
    issue: (next, kind, user, { clock, notes }) => {
      const issued = next(kind, user);
      if (kind === 'access') notes.set(`Bearer ${issued.token}`, clock() + 4000);
      return issued;
    },
    authenticate: (next, call, { clock, notes }) => {
      const end = notes.get(call.headers.authorization ?? '');
      return typeof end === 'number' && clock() > end ? undefined : next(call);
    },
  }),
];

export const endless = [
  fault('access-token-refused-by-beneficiary', {
    breaks: 'AUTH-15',
    does: 'takes no access token when a beneficiary is read',
    authenticate: (next, call) => (call.operation === 'readBeneficiary' ? undefined : next(call)),
  }),
  fault('access-token-never-ends', {
    breaks: 'AUTH-02',
    does: 'takes access tokens long after their ten seconds',
    settings: { lifetimes: { access: 86_400 } },
    issue: (next, kind, user) => {
      const token = next(kind, user);
      return kind === 'access' ? { ...token, expiredAt: token.expiredAt - 86_390, expiresIn: 10 } : token;
    },
  }),
  fault('access-token-never-ends-for-payments', {
    breaks: 'AUTH-02',
    does: 'reads payments for access tokens long after their ten seconds',
    ...endlessFor('readPayment'),
  }),
  fault('access-token-never-ends-for-signing', {
    breaks: 'AUTH-02',
    does: 'validates and signs drafts for access tokens long after their ten seconds',
    ...endlessFor('signPayments'),
  }),
  fault('access-token-never-ends-for-cards', {
    breaks: 'AUTH-02',
    does: 'tells the credentials of cards, and switches their notification, for access tokens long after their ten seconds',
    ...endlessFor('readCardCredentials', 'setSmsBalanceNotification'),
  }),
  fault('refreshed-token-never-ends', {
    breaks: 'AUTH-02',
    does: 'takes the access token of a refresh long after its ten seconds',
    settings: { lifetimes: { access: 86_400 } },
    issue: (next, kind, user, { clock, notes }) => {
      const token = next(kind, user);
      if (kind !== 'access') return token;
      notes.set(`end of ${token.token}`, clock() + 10_000);
      return { ...token, expiredAt: token.expiredAt - 86_390, expiresIn: 10 };
    },
    around: {
      refreshSession: async (next, call, { notes }) => {
        const answer = await next(call);
        notes.delete(`end of ${(answer.body as Loose).access?.token}`);
        return answer;
      },
    },
    authenticate: (next, call, { clock, notes }) => {
      const end = notes.get(`end of ${credentialsOf(call, ofBearer)}`);
      return typeof end === 'number' && clock() > end ? undefined : next(call);
    },
  }),
  fault('access-token-outlives-its-date', {
    breaks: 'AUTH-17',
    does: 'dates the end of an access token to ten seconds from now, and takes it for a day, as its lifetime says',
    settings: { lifetimes: { access: 86_400 } },
    issue: (next, kind, user) => {
      const token = next(kind, user);
      return kind === 'access' ? { ...token, expiredAt: token.expiredAt - 86_390 } : token;
    },
  }),
];

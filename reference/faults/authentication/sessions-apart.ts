// Faults that give one user the session of another, or end it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Call, Handler, OperationName } from '../../http/call.ts';
import type { Seams } from '../../http/seams.ts';
import type { Service } from '../../service-state.ts';
import type { User } from '../../users.ts';
import { edited, fieldOf, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { askingFor, credentialsOf, ofBearer } from './edits.ts';

const held = 5;

/**
 * Delays each answer a little. Where calls of two users overlap, one overlap in `onceIn` answers with an access token of the user who called last.
 * `ownerOf` is called before the operation, because the operation may end the token that identifies the caller.
 */
const mixingUp = (
  operation: OperationName,
  onceIn: number,
  ownerOf: (call: Call, service: Service) => User | undefined,
  put: (body: Loose, token: string) => void,
): Pick<Seams, 'around'> => ({
  around: {
    [operation]: async (next: Handler, call: Call, service: Service) => {
      const { notes, tokens } = service;
      const owner = ownerOf(call, service);
      const answer = await next(call);
      notes.set('latest', owner);
      await pause(held);
      const latest = notes.get('latest') as User | undefined;
      if (latest === undefined || latest === owner) return answer;
      const overlaps = Number(notes.get('overlaps') ?? 0) + 1;
      notes.set('overlaps', overlaps);
      return overlaps % onceIn === 0
        ? edited(answer, (body) => put(body, tokens.issue('access', latest).token))
        : answer;
    },
  },
});

const inPair = (pair: Loose, token: string): void => {
  if (pair.access) pair.access.token = token;
};

const ofRefreshToken = (call: Call, { tokens }: Service): User | undefined =>
  tokens.owner('refresh', String(fieldOf(call, 'token')));

/** Notes the access token of each user's latest login. When one user calls the operation, the noted tokens of the others end. */
const endingOthersBy = (operation: 'refreshSession' | 'exchangeSignToken', whose: typeof ofRefreshToken) => ({
  around: {
    login: async (next: Handler, call: Call, { notes }: Service) =>
      edited(await next(call), ({ access }) => access && notes.set(`login of ${call.user!.name}`, access.token)),
    [operation]: async (next: Handler, call: Call, service: Service) => {
      const { data, notes, tokens } = service;
      const owner = whose(call, service);
      const answer = await next(call);
      const others = answer.status === 200 && owner ? data.users.filter((user) => user !== owner) : [];
      for (const { name } of others) tokens.spend('access', String(notes.get(`login of ${name}`)));
      return answer;
    },
  },
});

export const mixedUpAtOnce = [
  fault('logins-mixed-up', {
    breaks: 'AUTH-16',
    does: 'gives, once in twenty logins that overlap, a token of whoever logged in last',
    ...mixingUp('login', 20, ({ user }) => user, inPair),
  }),
  fault('refreshes-mixed-up', {
    breaks: 'AUTH-16',
    does: 'gives, once in twenty refreshes that overlap, a token of whoever refreshed last',
    ...mixingUp('refreshSession', 20, ofRefreshToken, inPair),
  }),
  fault('refresh-ends-sessions-of-others', {
    breaks: 'AUTH-16',
    does: 'ends the latest session of every other user with a refresh',
    ...endingOthersBy('refreshSession', ofRefreshToken),
  }),
  fault('exchange-ends-sessions-of-others', {
    breaks: 'AUTH-16',
    does: 'ends the latest session of every other user with a v2 exchange',
    ...endingOthersBy('exchangeSignToken', ({ user }) => user),
  }),
  fault('exchanges-mixed-up', {
    breaks: 'AUTH-16',
    does: 'gives a token of whoever came last when v2 exchanges overlap',
    ...mixingUp(
      'exchangeSignToken',
      1,
      ({ user }) => user,
      ({ data }, token) => {
        data.accessToken = token;
      },
    ),
  }),
  fault('refresh-of-who-refreshed-before', {
    breaks: 'AUTH-16',
    does: 'answers a refresh with a token of another user who refreshed within the last second',
    around: {
      refreshSession: async (next, call, service) => {
        const { notes, tokens } = service;
        const owner = ofRefreshToken(call, service);
        const answer = await next(call);
        const before = notes.get('refreshed') as { readonly user: User; readonly at: number } | undefined;
        if (owner) notes.set('refreshed', { user: owner, at: performance.now() });
        const isOther = before !== undefined && before.user !== owner && performance.now() - before.at < 1000;
        return isOther ? edited(answer, (pair) => inPair(pair, tokens.issue('access', before.user).token)) : answer;
      },
    },
  }),
];

export const sessionsOfOthers = [
  fault('session-of-the-connection', {
    breaks: 'AUTH-16',
    does: 'answers whoever comes by a connection as the first one who came by it',
    authenticate: (next, call, { notes }) => {
      const user = next(call);
      if (user === undefined || askingFor.includes(call.operation)) return user;
      const first = (notes.get('first') ?? new WeakMap()) as WeakMap<object, User>;
      notes.set('first', first);
      if (!first.has(call.connection)) first.set(call.connection, user);
      return first.get(call.connection);
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
  fault('session-of-the-device', {
    breaks: 'AUTH-16',
    does: 'logs in on a new device whoever logged in on it first, where all have the device of the profile',
    around: {
      login: (next, call, { notes }) => {
        const fingerprint = String(fieldOf(call, 'fingerprint'));
        if (!fingerprint.startsWith('assay-') || fingerprint === 'assay-reference-device') return next(call);
        const first = notes.get(`first on ${fingerprint}`) ?? call.user;
        notes.set(`first on ${fingerprint}`, first);
        return next({ ...call, user: first as typeof call.user });
      },
    },
  }),
  fault('login-ends-sessions-of-others', {
    breaks: 'AUTH-16',
    does: 'ends the latest session of every other user when somebody logs in',
    around: {
      login: async (next, call, { notes, tokens }) => {
        const answer = await next(call);
        const access = (answer.body as Loose | undefined)?.access?.token;
        if (typeof access !== 'string') return answer;
        const latest = (notes.get('latest') ?? new Map()) as Map<User, string>;
        notes.set('latest', latest.set(call.user!, access));
        for (const [user, token] of latest) if (user !== call.user) tokens.spend('access', token);
        return answer;
      },
    },
  }),
  fault('web-socket-token-of-whoever-asked-first', {
    breaks: 'AUTH-16',
    does: 'answers for a second the WebSocket token that somebody was answered, whoever asks',
    around: {
      issueWebSocketToken: async (next, call, { clock, notes }) => {
        const kept = notes.get('WebSocket token') as { readonly answer: Answer; readonly at: number } | undefined;
        if (kept && clock() - kept.at < 1000) return kept.answer;
        const answer = await next(call);
        if (answer.status === 200) notes.set('WebSocket token', { answer, at: clock() });
        return answer;
      },
    },
  }),
  fault('payments-of-others-shown-after-refresh', {
    breaks: 'AUTH-22',
    does: 'looks whose a payment is in those sessions alone that a login began',
    around: {
      refreshSession: async (next, call, { notes }) => {
        const answer = await next(call);
        const access = (answer.body as Loose | undefined)?.access?.token;
        if (access) notes.set(`refreshed ${access}`, true);
        return answer;
      },
      readPayment: (next, call, { data, notes }) => {
        const id = call.parameters.id ?? '';
        const isOwn = data.accounts.get(call.user!.name)!.payments.find(id) !== undefined;
        if (isOwn || !notes.has(`refreshed ${credentialsOf(call, ofBearer)}`)) return next(call);
        const owner = [...data.accounts.values()].find(({ payments }) => payments.find(id) !== undefined);
        return next(owner ? { ...call, user: owner.user } : call);
      },
    },
  }),
];

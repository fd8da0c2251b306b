// Faults around the Authorization header: cookies, paths, addresses, challenges, and checks that come before that of credentials.
import { unknownResource } from '../../errors.ts';
import type { Call } from '../../http/call.ts';
import type { Seams } from '../../http/seams.ts';
import { paymentPermissions } from '../../permissions.ts';
import type { Service } from '../../service-state.ts';
import type { User } from '../../users.ts';
import type { Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { askingFor, credentialsOf, isWithout, ofBasic, ofBearer } from './edits.ts';

const isAskingForJson = ({ headers }: Call): boolean => headers.accept?.includes('json') ?? false;

/** Also sets a cookie that holds the session. */
const settingCookie: Pick<Seams, 'outside'> = {
  outside: {
    login: async (next, call) => {
      const answer = await next(call);
      const token: unknown = (answer.body as Loose)?.access?.token;
      const cookie = { 'set-cookie': `SESSION=${token}; Path=/; HttpOnly` };
      return token === undefined ? answer : { ...answer, headers: { ...answer.headers, ...cookie } };
    },
  },
};

/** Reads a field of a JSON or form body that the service has not read yet. */
const fieldIn = ({ bytes }: Call, name: string): string => {
  try {
    return String(JSON.parse(String(bytes))[name]);
  } catch {
    return new URLSearchParams(String(bytes)).get(name) ?? '';
  }
};

const ownerByCookie = ({ headers }: Call, { owner }: Service['tokens']): User | undefined =>
  owner('access', /\bSESSION=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '');

export const otherWaysIn = [
  fault('session-cookie-admits', {
    breaks: 'AUTH-01',
    does: 'takes the cookie that a login set for an access token',
    ...settingCookie,
    authenticate: (next, call, { tokens }) =>
      next(call) ?? (askingFor.includes(call.operation) ? undefined : ownerByCookie(call, tokens)),
  }),
  fault('session-cookie-logs-in', {
    breaks: 'AUTH-08',
    does: 'takes the cookie that a login set for the credentials of the next login',
    ...settingCookie,
    authenticate: (next, call, { tokens }) =>
      next(call) ?? (call.operation === 'login' && isWithout(call) ? ownerByCookie(call, tokens) : undefined),
  }),
  fault('bearer-in-the-body', {
    breaks: 'AUTH-01',
    does: 'takes an access token among the fields of a body for the one in the header',
    authenticate: (next, call, { tokens }) =>
      next(call) ??
      (askingFor.includes(call.operation) ? undefined : tokens.owner('access', fieldIn(call, 'access_token'))),
  }),
  fault('login-by-fields-of-the-body', {
    breaks: 'AUTH-08',
    does: 'takes name and password among the fields of a login for those in the header',
    authenticate: (next, call, { data }) =>
      next(call) ??
      (call.operation === 'login' && isWithout(call)
        ? data.users.find(
            ({ username, password }) =>
              username === fieldIn(call, 'username') && password === fieldIn(call, 'password'),
          )
        : undefined),
  }),
  fault('session-cookie-before-token', {
    breaks: 'AUTH-16',
    does: 'acts for whom a cookie was set, whoever has the access token',
    ...settingCookie,
    authenticate: (next, call, { tokens }) => {
      const user = next(call);
      return user && !askingFor.includes(call.operation) ? (ownerByCookie(call, tokens) ?? user) : user;
    },
  }),
  fault('guard-without-last-slash', {
    breaks: 'AUTH-01',
    does: 'shows the list of cards to nobody at an address with a slash at its end',
    route: (next, url) => next(url.replace(/^([^?]*\/v2\/card)\/(?=\?|$)/, '$1')),
    authenticate: (next, call, { data }) =>
      call.operation === 'listCards' && /card\/(\?|$)/.test(call.url) && isWithout(call) ? data.users[0] : next(call),
  }),
  fault('guard-in-small-letters', {
    breaks: 'AUTH-01',
    does: 'shows a card to nobody at an address in capital letters',
    route: (next, url) => next(url.replace(/\/v2\/CARD\//, '/v2/card/')),
    authenticate: (next, call, { data }) =>
      call.operation === 'readCard' && call.url.includes('/CARD/') && isWithout(call) ? data.users[0] : next(call),
  }),
  fault('nobody-led-to-login', {
    breaks: 'AUTH-01',
    does: 'leads whoever has no credentials and does not accept JSON by name to a page for logging in',
    outside: {
      every: async (next, call) => {
        const answer = await next(call);
        return answer.status === 401 && !isAskingForJson(call)
          ? { status: 302, headers: { location: '/login' } }
          : answer;
      },
    },
  }),
  fault('bearer-in-the-query', {
    breaks: 'AUTH-01',
    does: 'takes an access token in the query for the one in the header',
    authenticate: (next, call, { tokens }) => next(call) ?? tokens.owner('access', call.query.access_token ?? ''),
  }),
  fault('cancellation-before-credentials', {
    breaks: 'AUTH-01',
    does: 'cancels a payment before it refuses whoever has no credentials',
    outside: {
      cancelPayment: async (next, call, { data }) => {
        const answer = await next(call);
        const id = call.parameters.id ?? '';
        const payment = [...data.accounts.values()].map(({ payments }) => payments.find(id)).find(Boolean);
        if (answer.status === 401 && payment && paymentPermissions(payment).canCancel) payment.status = 'canceled';
        return answer;
      },
    },
  }),
  fault('limits-without-credentials', {
    breaks: 'AUTH-01',
    does: 'shows the v1 limits of a card that exists to anybody',
    authenticate: (next, call, { data }) => {
      const isOpen = call.operation === 'readCardLimitsV1' && isWithout(call);
      const owner = [...data.accounts].find(([, { cards }]) => cards.byUuid(call.parameters.id ?? ''))?.[0];
      return isOpen ? data.users.find(({ name }) => name === owner) : next(call);
    },
  }),
];

export const aroundTheHeader = [
  fault('challenge-absent', {
    breaks: 'AUTH-18',
    does: 'answers 401 without WWW-Authenticate',
    outside: {
      every: async (next, call) => {
        const { headers: { 'www-authenticate': _left, ...headers } = {}, ...answer } = await next(call);
        return { ...answer, headers };
      },
    },
  }),
  fault('authorization-known-in-small-letters-alone', {
    breaks: 'AUTH-15',
    does: 'looks for the field authorization in small letters where a notification is switched and a webhook is read',
    authenticate: (next, call) =>
      call.headerNames.includes('Authorization') &&
      (call.operation === 'setSmsBalanceNotification' || call.operation === 'readWebhook')
        ? undefined
        : next(call),
  }),
  fault('scheme-in-small-letters-refused', {
    breaks: 'AUTH-19',
    does: 'knows the scheme of a bearer token by its capital alone',
    authenticate: (next, call) => (/^b(?!asic)/.test(call.headers.authorization ?? '') ? undefined : next(call)),
  }),
  fault('basic-password-unchecked', {
    breaks: 'AUTH-09',
    does: 'takes any password of a known user',
    authenticate: (next, call, { data }) => {
      const [username, password] = Buffer.from(credentialsOf(call, ofBasic), 'base64').toString().split(':');
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
  fault('older-refresh-without-credentials', {
    breaks: 'AUTH-01',
    does: 'refreshes by the older way for who sends no bearer token',
    authenticate: (next, call, { tokens }) =>
      next(call) ??
      (call.operation === 'refreshV2' && isWithout(call)
        ? tokens.owner(
            'refresh',
            (JSON.parse(call.bytes.toString() || '{}') as { refreshToken?: string }).refreshToken ?? '',
          )
        : undefined),
  }),
  fault('filtered-list-without-credentials', {
    breaks: 'AUTH-01',
    does: "lists the main user's cards to nobody where both filters are given",
    authenticate: (next, call, { data }) => {
      const { status, type } = call.query;
      const isForAll = call.operation === 'listCards' && isWithout(call) && Boolean(status && type);
      return next(call) ?? (isForAll ? data.users[0] : undefined);
    },
  }),
  fault('filtered-list-with-any-token', {
    breaks: 'AUTH-02',
    does: 'takes any bearer token where the list of cards is sorted',
    authenticate: (next, call, { data }) => {
      const isForAll = call.operation === 'listCards' && call.query.sort === '-id' && !isWithout(call);
      return next(call) ?? (isForAll && credentialsOf(call, ofBearer) !== '' ? data.users[0] : undefined);
    },
  }),
];

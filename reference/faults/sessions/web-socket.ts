// Faults of tokens for a web socket.
import type { Call } from '../../http/call.ts';
import type { Around, Seams } from '../../http/seams.ts';
import { edited, editing, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { isForm } from './edits.ts';

/** Answers with the access token itself in place of a WebSocket token, where this operation issued that access token. */
const accessTokenForWebSocket = (
  operation: 'login' | 'exchangeSignToken',
  tokenIn: (call: Call, body: Loose) => unknown,
): Required<Pick<Seams, 'around'>>['around'] => ({
  [operation]: (async (next, call, { notes }) =>
    edited(await next(call), (body) =>
      notes.set(`Bearer ${tokenIn(call, body)}`, tokenIn(call, body)),
    )) satisfies Around,
  issueWebSocketToken: async (next, call, { notes }) =>
    edited(await next(call), (answer) => {
      answer.token = notes.get(call.headers.authorization ?? '') ?? answer.token;
    }),
});

export const webSocket = [
  fault('web-socket-token-is-access-token', {
    breaks: 'SESS-25',
    does: 'gives the access token back as the WebSocket token',
    around: {
      issueWebSocketToken: (next, call) =>
        editing((token) => {
          token.token = call.headers.authorization?.split(' ').at(-1);
        })(next, call),
    },
  }),
  fault('web-socket-token-of-refreshed-session', {
    breaks: 'SESS-25',
    does: 'gives the access token back as the WebSocket token where a refresh handed it out',
    around: {
      refreshSession: async (next, call, { notes }) => {
        const answer = await next(call);
        const { access } = (answer.body ?? {}) as { readonly access?: { readonly token?: string } };
        if (access?.token) notes.set(`refreshed ${access.token}`, true);
        return answer;
      },
      issueWebSocketToken: (next, call, { notes }) => {
        const access = call.headers.authorization?.split(' ').at(-1);
        if (!notes.has(`refreshed ${access}`)) return next(call);
        return editing((token) => {
          token.token = access;
        })(next, call);
      },
    },
  }),
  fault('web-socket-token-of-a-session-by-form', {
    breaks: 'SESS-25',
    does: 'gives the access token back as the WebSocket token where a login by a form handed it out',
    around: accessTokenForWebSocket('login', (call, body) => (isForm(call) ? body.access?.token : undefined)),
  }),
  fault('web-socket-token-of-an-exchange', {
    breaks: 'SESS-25',
    does: 'gives the access token back as the WebSocket token where a v2 exchange handed it out',
    around: accessTokenForWebSocket('exchangeSignToken', (_call, body) => body.data?.accessToken),
  }),
  fault('web-socket-token-expiry-text', {
    breaks: 'SESS-23',
    does: 'writes expiredAt of a WebSocket token as text',
    around: {
      issueWebSocketToken: editing((token) => {
        token.expiredAt = new Date(token.expiredAt * 1000).toISOString();
      }),
    },
  }),
  fault('web-socket-token-empty', {
    breaks: 'SESS-23',
    does: 'answers a WebSocket token of no characters',
    around: {
      issueWebSocketToken: editing((token) => {
        token.token = '';
      }),
    },
  }),
  fault('exchange-without-web-socket-token', {
    breaks: 'SESS-26',
    does: 'leaves wsToken out of the v2 exchange',
    around: {
      exchangeSignToken: editing(({ data }) => {
        delete data.wsToken;
      }),
    },
  }),
];

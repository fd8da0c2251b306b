// Other ways to read requests and to send answers.
import { randomUUID } from 'node:crypto';
import { refused } from '../errors.ts';
import type { Answer, Body, Call, Handler, OperationName, Wire } from '../http/call.ts';
import { variant } from './variant.ts';

const travelling = (wire: Wire) => ({
  every: async (next: Handler, call: Call): Promise<Answer> => ({ ...(await next(call)), wire }),
});

/** Adds white space and writes letters as escapes, which does not change the JSON. */
const spaciously = (body: unknown): Buffer => {
  const text = JSON.stringify(body, null, '\t').replaceAll(/[A-Z/]/g, escaped);
  return Buffer.from(`\r\n${text}\n`);
};

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Reads lists without nulls, as Rails does, and objects with numbered members as lists, as PHP does. Only the members of the body itself are changed,
 * because a body may be nested too deeply to walk.
 */
const asFrameworksRead = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (Array.isArray(value)) return [key, value.filter((entry) => entry !== null)];
      if (typeof value !== 'object' || value === null) return [key, value];
      const keys = Object.keys(value);
      const isNumbered = keys.length > 0 && keys.every((each, place) => each === String(place));
      return [key, isNumbered ? Object.values(value) : value];
    }),
  );

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The values of members that are not sent, where none are needed. */
const unsent: Readonly<Partial<Record<OperationName, Body>>> = {
  login: { fingerprint: 'unknown' },
  inviteMember: { email: 'nobody@example.com', phone: '-', name: '-', role: 'viewOnly', walletAccess: [] },
  createBeneficiary: { name: '-' },
};

/** Sees only members of the expected shape, as Rails' strong parameters do. A fraction becomes an integer. */
const ofExpectedShape = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
      const isList = Array.isArray(value);
      const isSeen = name === 'walletAccess' ? isList && value.every(isPlain) : isPlain(value);
      if (!isSeen) return [];
      return [[name, name === 'expiredAt' && typeof value === 'number' ? Math.trunc(value) : value]];
    }),
  );

const backwards = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, backwards(inner)]),
  );
};

const writing = (write: (body: unknown) => unknown) => ({
  every: async (next: Handler, call: Call): Promise<Answer> => {
    const answer = await next(call);
    return answer.body === undefined ? answer : { ...answer, body: write(answer.body) };
  },
});

const page = (status: number, title: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(`<h1>${title}</h1>`),
});

/** Recognises what the common rules of firewalls take for an attack; some of them look at the text before it is decoded. */
const looksLikeAttack = ({ url, bytes }: Call): boolean =>
  [url, bytes.toString()].some((text) =>
    /[["](\$|%24)(ne|gt|in|regex)\b|\\u0000|%00/i.test(text.replaceAll(/%5b/gi, '[')),
  );

export const transportVariants = [
  variant('spacious-json', {
    reads: 'the spelling of JSON',
    does: 'writes it on many lines, with capital letters and slashes as escapes',
    outside: writing(spaciously),
  }),
  variant('json-forgiven', {
    reads: 'what a lenient parser takes for JSON',
    does: 'forgives a comma before a closing bracket, and single quotes for double ones',
    read: (next, call) => {
      const reading = next(call);
      if (reading.kind !== 'unreadable') return reading;
      const text = call.bytes.toString();
      return next({ ...call, bytes: Buffer.from(text.replaceAll(/,\s*([\]}])/g, '$1').replaceAll("'", '"')) });
    },
  }),
  variant('members-backwards', {
    reads: 'the order of members',
    does: 'writes the last one first',
    outside: writing(backwards),
  }),
  variant('chunked', {
    reads: 'transfer coding',
    does: 'sends every body in chunks of 64 bytes',
    outside: travelling({ how: 'chunked', size: 64 }),
  }),
  variant('gzip', {
    reads: 'content coding',
    does: 'packs every answer for a client that takes gzip',
    outside: {
      every: async (next, call) => {
        const answer = await next(call);
        const takes = /\bgzip\b/.test(String(call.headers['accept-encoding'] ?? ''));
        return takes ? { ...answer, wire: { how: 'gzip' } } : answer;
      },
    },
  }),
  variant('long-requests-dropped', {
    reads: 'requests that are too long',
    does: 'ends the connection when a query or a header field is longer than 8,000 octets, or the body than 65,536',
    outside: {
      every: (next, call) =>
        call.bytes.length > 65_536 || [call.url, ...Object.values(call.headers)].some((text) => `${text}`.length > 8000)
          ? { status: 400, wire: { how: 'dropped' } }
          : next(call),
    },
  }),
  variant('long-requests-refused', {
    reads: 'requests that are too long',
    does: 'answers 403 with a page when a part of the path is longer than 255 characters, and a plain 400 when the body is longer than 65,536 octets',
    outside: {
      every: (next, call) => {
        if (
          call.url
            .replace(/\?.*/s, '')
            .split('/')
            .some((name) => name.length > 255)
        )
          return page(403, 'Forbidden');
        return call.bytes.length > 65_536 ? refused(400, 'The body is too long.') : next(call);
      },
    },
  }),
  variant('odd-characters-refused', {
    reads: 'addresses with characters that have to be escaped there',
    does: 'answers 400 with a page when one is not, and when a percent sign is escaped in the path',
    outside: {
      every: (next, call) => (/[^!-~]|["<>[\]^`{|}]|^[^?]*%25/.test(call.url) ? page(400, 'Bad request') : next(call)),
    },
  }),
  variant('firewall', {
    reads: 'requests that look like an attack',
    does: 'answers 403 with a page to an operator of a search, and to a NUL, in the query or the body',
    outside: {
      every: (next, call) => (looksLikeAttack(call) ? page(403, 'Forbidden') : next(call)),
    },
  }),
  variant('cookies-of-a-gateway-and-of-browsers', {
    reads: 'what cookies are for',
    does: 'stands behind a gateway that wants a cookie, and sets one at login, with which nothing is changed without a token against forgery',
    outside: {
      every: (next, call) => {
        const { cookie = '' } = call.headers;
        if (!cookie.includes('gateway=open')) return page(403, 'Forbidden');
        const isForged = cookie.includes('SESSION=') && call.method !== 'GET';
        return isForged ? refused(403, 'The token against forgery is missing.') : next(call);
      },
      login: async (next, call) => {
        const answer = await next(call);
        const cookie = { 'set-cookie': `SESSION=${randomUUID()}; Path=/; HttpOnly` };
        return answer.status === 200 ? { ...answer, headers: { ...answer.headers, ...cookie } } : answer;
      },
    },
    profile: { target: { headers: { Cookie: 'gateway=open' } } },
  }),
  variant('one-request-per-connection', {
    reads: 'persistence of connections',
    does: 'closes the connection after each answer',
    outside: travelling({ how: 'last' }),
  }),
  variant('slow', {
    reads: 'time to answer',
    does: 'takes 30 ms longer for every answer',
    outside: travelling({ how: 'late', by: 30 }),
  }),
  variant('far-away', {
    reads: 'time to answer',
    does: 'takes 200 ms longer for every answer, as over an ocean',
    outside: travelling({ how: 'late', by: 200 }),
  }),
  variant('slow-disk', {
    reads: 'time to answer',
    does: 'takes as long for every change as a slow disk, now and then a quarter of a second, and closes idle connections after a second',
    settings: { keepAlive: 1000 },
    outside: {
      every: async (next, call, { notes }) => {
        const answer = await next(call);
        const writes = Number(notes.get('writes') ?? 0) + (call.method === 'GET' ? 0 : 1);
        notes.set('writes', writes);
        const by = call.method === 'GET' ? 2 : writes % 50 === 0 ? 250 : 5 + (writes % 7) * 5;
        return { ...answer, wire: answer.wire ?? { how: 'late', by } };
      },
    },
  }),
  variant('lists-as-frameworks-read-them', {
    reads: 'a null in a list, and an object whose members are numbered',
    does: 'leaves nulls out of lists, and takes such an object for a list',
    read: (next, call) => {
      const reading = next(call);
      const isJson = reading.kind === 'object' && reading.as === 'json';
      return isJson ? { ...reading, value: asFrameworksRead(reading.value) } : reading;
    },
  }),
  variant('members-of-other-shapes-unseen', {
    reads: 'a member of a body that has another shape than expected',
    does: 'leaves it out, and cuts off the fraction of expiredAt; it needs no fingerprint, no name of a beneficiary and no field of an invitation',
    read: (next, call) => {
      const reading = next(call);
      const more = unsent[call.operation];
      if (reading.kind !== 'object' || reading.as !== 'json' || more === undefined) return reading;
      return { ...reading, value: { ...more, ...ofExpectedShape(reading.value) } };
    },
  }),
  variant('routes-of-two-types', {
    reads: 'an address with a type of a second factor that does not exist',
    does: 'answers 404 with a page, as a router does that has a route for each of the two',
    outside: {
      confirmMfa: (next, call) =>
        ['sms', 'google'].includes(call.parameters.type ?? '') ? next(call) : page(404, 'Not Found'),
    },
  }),
  variant('charset', {
    reads: 'parameters of the media type',
    does: 'names the charset of its JSON',
    outside: {
      every: async (next, call) => {
        const answer = await next(call);
        return { ...answer, headers: { ...answer.headers, 'content-type': 'application/json; charset=utf-8' } };
      },
    },
  }),
];

// Logs a user in and keeps the session alive: refreshes it before it expires, and logs in again when that fails.
import type { Exchange } from '../../exchange/exchange.ts';
import { demandedMfa, inWords, jsonOf, statusOf, succeeded } from '../answers.ts';
import { basic, type Connection } from '../connection.ts';
import { missedIn } from '../demanded-flags.ts';
import type { SignTokenPlace, User } from '../profile/profile.ts';
import { patientAtLogin } from '../waiting/patience.ts';
import { type Confirmation, type Confirmer, createConfirmer } from './mfa.ts';
import { readTokens, type Tokens } from './tokens.ts';

export type Login =
  | { readonly kind: 'loggedIn'; readonly session: Session }
  | {
      readonly kind: 'refused';
      readonly exchange: Exchange;
      readonly because: string;
      readonly afterConfirmation?: true;
    }
  | { readonly kind: 'unreachable'; readonly exchange: Exchange; readonly because: string }
  /** Also used when the profile lacks something that the target asks for; then there may be no exchange. */
  | { readonly kind: 'notUnderstood'; readonly exchange?: Exchange; readonly because: string };

export type FailedLogin = Exclude<Login, { kind: 'loggedIn' }>;

/** A session ended, and logging in again failed. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost';
  readonly login: FailedLogin;

  constructor(login: FailedLogin) {
    super(login.because);
    this.login = login;
  }
}

export interface Session {
  readonly user: User;
  /** Whether the target demanded a second factor at login. */
  readonly secondFactor: boolean;
  /** Whether the target said when the access token expires. */
  readonly expiryKnown: boolean;
  /** An access token that does not expire shortly. Throws `SessionLost`. */
  accessToken(): Promise<string>;
  refreshToken(): Promise<string | undefined>;
  /** Replaces the access token, unless the refused one was replaced already. Throws `SessionLost`. */
  renew(refused?: string): Promise<string>;
  confirm(mfaToken: string): Promise<Confirmation>;
}

export async function login(
  connection: Connection,
  user: User,
  confirmer: Confirmer = createConfirmer(connection, user),
): Promise<Login> {
  const begun = await begin(connection, user, confirmer);
  return begun.kind === 'begun'
    ? { kind: 'loggedIn', session: createSession(connection, user, confirmer, begun) }
    : begun;
}

interface Begun {
  readonly kind: 'begun';
  readonly tokens: Tokens;
  readonly secondFactor: boolean;
}

type Beginning = Begun | FailedLogin;

function createSession(connection: Connection, user: User, confirmer: Confirmer, first: Begun): Session {
  let { tokens } = first;
  let obtainedAt = Date.now();
  let renewal: Promise<string> | undefined;

  const isDue = () => {
    if (tokens.expiresAt === undefined) return false;
    const margin = Math.min(30_000, (tokens.expiresAt - obtainedAt) / 5);
    return Date.now() >= tokens.expiresAt - margin;
  };

  async function replace(): Promise<string> {
    const refreshed = tokens.refresh === undefined ? undefined : await refresh(connection, user, tokens.refresh);
    if (refreshed === undefined) {
      const begun = await begin(connection, user, confirmer);
      if (begun.kind !== 'begun') throw new SessionLost(begun);
      tokens = begun.tokens;
    } else tokens = refreshed;
    obtainedAt = Date.now();
    return tokens.access;
  }

  // Calls during a renewal share its result.
  const renew = (refused = tokens.access): Promise<string> => {
    if (refused !== tokens.access) return accessToken();
    renewal ??= replace().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };

  const accessToken = async (): Promise<string> => ((renewal ?? isDue()) ? renew() : tokens.access);

  return {
    user,
    secondFactor: first.secondFactor,
    get expiryKnown() {
      return tokens.expiresAt !== undefined;
    },
    accessToken,
    async refreshToken() {
      await accessToken();
      return tokens.refresh;
    },
    renew,
    confirm: confirmer.confirm,
  };
}

/** Undefined when the target does not give a new pair. */
async function refresh(connection: Connection, user: User, token: string): Promise<Tokens | undefined> {
  const exchange = await connection.send({
    method: 'PUT',
    path: '/v3/auth/token',
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams({ token }).toString(),
    user: user.name,
  });
  if (!succeeded(exchange)) return undefined;
  const tokens = readTokens(jsonOf(exchange), Date.now());
  // A target that keeps the refresh token may leave it out.
  return tokens && isBearer(tokens.access) ? { refresh: token, ...tokens } : undefined;
}

/** For each user, the latest repeated login: the next one waits for it. Kept here because every session of a user shares the confirmer. */
const overtaken = new WeakMap<Confirmer, Promise<unknown>>();

/**
 * A target may keep only the latest sign token of a user, so the confirmation of a second login may end the token of the first before
 * it is used ("overtaken"). Such logins are repeated one after another, unless confirmations wait for new codes and so never overlap.
 */
async function begin(connection: Connection, user: User, confirmer: Confirmer): Promise<Beginning> {
  const first = await beginOnce(connection, user, confirmer);
  if (!isOvertaken(first) || confirmer.waitsForCodes) return first;
  const inTurn = async (): Promise<Beginning> => {
    const second = await beginOnce(connection, user, confirmer);
    return isOvertaken(second) ? beginOnce(connection, user, confirmer) : second;
  };
  const begun = Promise.resolve(overtaken.get(confirmer)).then(inTurn, inTurn);
  overtaken.set(confirmer, begun);
  return begun;
}

const isOvertaken = (begun: Beginning): boolean => begun.kind === 'refused' && begun.afterConfirmation === true;

async function beginOnce(connection: Connection, user: User, confirmer: Confirmer): Promise<Beginning> {
  const exchange = await post(connection, user, '/v3/auth/token', { fingerprint: user.fingerprint });
  const mfaToken = demandedMfa(exchange);
  if (mfaToken === undefined) return readBeginning(exchange, false);
  const confirmation = await confirmer.confirm(mfaToken);
  if (confirmation.kind !== 'confirmed') return confirmation;
  const begun = await signIn(connection, user, confirmation.signToken);
  return begun.kind === 'refused' ? { ...begun, afterConfirmation: true } : begun;
}

type Way = (signToken: string) => Promise<Exchange>;

export async function signIn(connection: Connection, user: User, signToken: string): Promise<Beginning> {
  let latest: Beginning | undefined;
  for (const way of waysFor(connection, user)) {
    const exchange = await way(signToken);
    latest =
      demandedMfa(exchange) === undefined
        ? readBeginning(exchange, true)
        : { kind: 'refused', exchange, because: `${inWords(exchange)}: the second factor was demanded again` };
    if (latest.kind === 'begun' || latest.kind === 'unreachable') return latest;
  }
  return latest!;
}

const likelyPlaces: readonly SignTokenPlace[] = [
  { in: 'body', name: 'signToken' },
  { in: 'query', name: 'signToken' },
  { in: 'header', name: 'X-Sign-Token' },
];

function waysFor(connection: Connection, user: User): readonly Way[] {
  const exchange: Way = async (signToken) => {
    const send = (query = '') =>
      post(connection, user, `/v2/auth/token${query}`, { signToken, fingerprintid: user.fingerprint });
    const answer = await send();
    const flag = missedIn(answer);
    return flag === undefined ? answer : send(`?${new URLSearchParams({ [flag]: '0' })}`);
  };
  const again =
    (place: SignTokenPlace): Way =>
    (signToken) => {
      const query = place.in === 'query' ? `?${new URLSearchParams({ [place.name]: signToken })}` : '';
      const body = { fingerprint: user.fingerprint, ...(place.in === 'body' && { [place.name]: signToken }) };
      const headers = place.in === 'header' ? ([[place.name, signToken]] as const) : [];
      return post(connection, user, `/v3/auth/token${query}`, body, headers);
    };
  const places = user.mfa?.signToken ? [user.mfa.signToken] : likelyPlaces;
  if (user.mfa?.login === 'exchange') return [exchange];
  return user.mfa?.login === 'again' ? places.map(again) : [exchange, ...places.map(again)];
}

/** Sends JSON, and a form if the target refuses JSON, so that a defect in one content type does not end the run. */
async function post(
  connection: Connection,
  user: User,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: ReadonlyArray<readonly [string, string]> = [],
): Promise<Exchange> {
  const send = (type: string, body: string) =>
    connection.send(
      {
        method: 'POST',
        path,
        headers: [['authorization', basic(user)], ['content-type', type], ...headers],
        body,
        user: user.name,
      },
      patientAtLogin,
    );
  const asJson = await send('application/json', JSON.stringify(fields));
  if (![400, 415, 422].includes(statusOf(asJson) ?? 0) || demandedMfa(asJson)) return asJson;
  const asForm = await send('application/x-www-form-urlencoded', new URLSearchParams(fields).toString());
  return succeeded(asForm) || demandedMfa(asForm) ? asForm : asJson;
}

/** Takes more than RFC 6750 (section 2.1) allows: every character that a header field can carry. */
const isBearer = (token: string): boolean => /^[\x21-\x7e\x80-\xff]+$/.test(token);

function readBeginning(exchange: Exchange, secondFactor: boolean): Beginning {
  const because = inWords(exchange);
  if (exchange.outcome.kind === 'failed') return { kind: 'unreachable', exchange, because };
  const tokens = succeeded(exchange) ? readTokens(jsonOf(exchange), Date.now()) : undefined;
  if (tokens && !isBearer(tokens.access))
    return {
      kind: 'notUnderstood',
      exchange,
      because: `${because}, and a header cannot carry its access token`,
    };
  if (tokens) return { kind: 'begun', tokens, secondFactor };
  const status = statusOf(exchange)!;
  return status >= 400 && status < 500
    ? { kind: 'refused', exchange, because }
    : { kind: 'notUnderstood', exchange, because: `${because}, where a token pair was expected` };
}

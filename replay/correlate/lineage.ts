// Which client session a recorded exchange belongs to, by the origin of its tokens: a login begins a session, and a request with a
// token that an answer of the session brought continues it.
import type { RecordedExchange } from '../../exchange/exchange.ts';
import type { Operation } from '../compare/fields/located.ts';
import { Bounded } from './bounded.ts';
import { type Credentials, credentialsOf } from './credentials.ts';
import { walked } from './places.ts';

export interface RecordedSession {
  /** The id of its first exchange; `anonymous` for requests that show nothing of their sender. */
  readonly id: string;
  /** The user: the name that the recording has, or the stand-in of the credentials. */
  readonly user: string;
  /** The session began before the recording: its first token comes from no recorded login. */
  readonly inherited: boolean;
}

interface Belonging {
  readonly session: RecordedSession;
  readonly credentials: Credentials;
  /** The credentials were refused and are never seen to work: no answer brought the token, no request with the password was accepted. */
  readonly stray: boolean;
}

interface Lineage {
  of(exchange: RecordedExchange, operation: Operation): Belonging;
  /** To be called with every token in an answer. */
  brings(session: RecordedSession, token: string): void;
}

const mostTokens = 50_000;
export const anonymous: RecordedSession = { id: 'anonymous', user: 'nobody', inherited: false };

/** The file has no credentials, as files of browsers. The user is not known then, but each login begins a session. */
const withoutCredentials = (count: number): RecordedSession => {
  const name = count === 1 ? leftOutName : `${leftOutName} (${count})`;
  return { id: name, user: name, inherited: true };
};
const leftOutName = 'credentials left out';

/** Whether a recorded user is only known by a login whose credentials were left out. */
export const isWithoutCredentials = (user: string): boolean => user.startsWith(leftOutName);

const answeredAll = ({ outcome }: RecordedExchange): boolean =>
  outcome?.kind === 'answered' && outcome.response.status !== 401;

const leftOut = ({ security }: Operation): Credentials | undefined =>
  security === 'bearer' || security === 'basic' ? { kind: security, value: '' } : undefined;

export const createLineage = (): Lineage => {
  const byToken = new Bounded<string, RecordedSession>(mostTokens);
  const latestOf = new Bounded<string, RecordedSession>(mostTokens);

  const accepted = new Bounded<string, true>(mostTokens);
  let latest: RecordedSession | undefined;
  let logins = 0;

  /** A request without credentials is taken for one of the user who logged in last. */
  const nameless = ({ key }: Operation): RecordedSession => {
    if (latest && key !== 'login') return latest;
    logins += 1;
    latest = withoutCredentials(logins);
    return latest;
  };

  /** `shown`: the credentials of the request. Requests with the same credentials have the same user. */
  const begun = (exchange: RecordedExchange, shown: string, inherited: boolean): RecordedSession => {
    const user = exchange.user ?? latestOf.get(shown)?.user ?? shown;
    const session = { id: exchange.id, user, inherited };
    latestOf.set(shown, session);
    return session;
  };

  /** The session of a token outside the Authorization header, such as a refresh token or a sign token. */
  const shown = (exchange: RecordedExchange, operation: Operation): RecordedSession | undefined => {
    let found: RecordedSession | undefined;
    walked(exchange.request, operation, (_, value) => {
      found ??= byToken.get(String(value));
      return undefined;
    });
    return found;
  };

  return {
    of(exchange, operation) {
      const credentials = credentialsOf(exchange.request);
      const refused = exchange.outcome?.kind === 'answered' && exchange.outcome.response.status === 401;
      if (credentials.kind === 'bearer') {
        const known = byToken.get(credentials.value);
        if (known) return { session: known, credentials, stray: false };
        if (refused) return { session: shown(exchange, operation) ?? anonymous, credentials, stray: true };
        const session = begun(exchange, `bearer ${credentials.value}`, true);
        byToken.set(credentials.value, session);
        return { session, credentials, stray: false };
      }
      if (credentials.kind === 'basic' && exchange.outcome && !refused) accepted.set(credentials.value, true);
      const stray = credentials.kind === 'basic' && refused && accepted.get(credentials.value) === undefined;
      const going = shown(exchange, operation);
      const left = credentials.kind === 'none' && answeredAll(exchange) ? leftOut(operation) : undefined;
      if (going) return { session: going, credentials: left ?? credentials, stray };
      if (left) return { session: nameless(operation), credentials: left, stray: false };
      if (credentials.kind === 'none') return { session: anonymous, credentials, stray: false };
      const known = latestOf.get(credentials.value);
      const session =
        known === undefined || operation.key === 'login' ? begun(exchange, credentials.value, false) : known;
      return { session, credentials, stray };
    },
    brings(session, token) {
      byToken.set(token, session);
    },
  };
};

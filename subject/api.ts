// Calls the target's operations with a user's session: the one door through which specs, load and discovery send.
import type { Answered, Listed } from '../contract/claims.ts';
import type { OperationId } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { demandedMfa, isFields, jsonOf, statusOf, succeeded, UnexpectedAnswer } from './answers.ts';
import { type Built, build, buildFreely, type Call, type CallInput, withCredentials } from './calls.ts';
import { basic, bearer, type Connection, type ConnectionOptions, connect } from './connection.ts';
import { DemandedFlags } from './demanded-flags.ts';
import { declaredNames, known, type Names } from './names.ts';
import { inPagesOf, mostItems, pathFor, walk, walkOther } from './paging.ts';
import type { Paging, Profile, User, UserName } from './profile/profile.ts';
import { seenCarriedOut } from './session/carried-out.ts';
import { type Ask, type DemandOptions, demandingByThemselves } from './session/demands.ts';
import type { Confirmation, Confirmer } from './session/mfa.ts';
import type { Login, Session } from './session/session.ts';
import { type Shown, SignTokenPlaces, withSignToken } from './session/sign-token-place.ts';
import { type Users, usersOf } from './session/users.ts';
import { type Caller, oneCaller } from './waiting/caller.ts';
import { impatient, patientAtLogin, patientInRun, type Waits } from './waiting/patience.ts';

export { UnexpectedAnswer } from './answers.ts';
export type { Call, CallInput } from './calls.ts';
export { UnknownName } from './names.ts';

export interface CardFilter {
  readonly status?: string;
  readonly type?: string;
  readonly sort?: string;
}

interface CardCalls<List extends OperationId> {
  list(filter?: CardFilter, call?: Call): Promise<readonly Listed<List>[]>;
}

export interface Api {
  readonly profile: Profile;
  readonly names: Names;
  /** The user whose session `call` uses by default. */
  readonly user: User;
  readonly waits: Readonly<Waits>;
  /** How many requests went out, logins included. */
  readonly sent: number;
  /** One session per user, begun when it is first needed; a failed login is tried again by the next call. */
  login(user?: UserName): Promise<Login>;
  /** The session of a user. Throws `SessionLost`. */
  session(user?: UserName): Promise<Session>;
  /** A session of its own beside the one that calls use, on the user's device unless another is named. */
  freshLogin(user?: UserName, fingerprint?: string): Promise<Login>;
  /** Confirms demands for a second factor on behalf of a user; needs no session. */
  confirmer(user?: UserName): Confirmer;
  confirm(mfaToken: string, user?: UserName): Promise<Confirmation>;
  /** Never throws for what the target answers. Throws `SessionLost` and `UnknownName`. */
  call(id: OperationId, input?: Call): Promise<Exchange>;
  /** The same for a request that is no operation of the contract; path and query are sent unchanged. */
  request(method: string, path: string, input?: Call): Promise<Exchange>;
  /** The JSON of a 2xx. Throws `UnexpectedAnswer` for everything else. */
  read<Id extends OperationId>(id: Id, input?: Call): Promise<Answered<Id>>;
  /** All items of a list, page by page. Throws `UnexpectedAnswer`. */
  list<Id extends OperationId>(id: Id, input?: Call): Promise<readonly Listed<Id>[]>;
  readonly cards: CardCalls<'listCards'>;
  readonly cardsV1: CardCalls<'listCardsV1'>;
  /** The exchange that a value of `read` or `list` came in. */
  exchangeBehind(value: unknown): Exchange | undefined;
  /** The same sessions and connection with other names. */
  withNames(names: Names): Api;
  close(): Promise<void>;
}

interface ApiOptions extends ConnectionOptions {
  /** What discovery found; without it only what the profile declares is known. */
  readonly names?: Names;
}

export function createApi(
  profile: Profile,
  { names = declaredNames(profile.open), caller = oneCaller(), ...options }: ApiOptions = {},
): Api {
  const connection = connect(profile, { ...options, caller });
  const [users, signTokenPlaces] = [usersOf(profile, connection), new SignTokenPlaces(profile)];
  return apiOver({ profile, connection, caller, users, signTokenPlaces, flags: new DemandedFlags() }, names);
}

/** What an API and those made of it by `withNames` have in common. */
interface Shared {
  readonly profile: Profile;
  readonly connection: Connection;
  readonly caller: () => Caller;
  readonly users: Users;
  readonly signTokenPlaces: SignTokenPlaces;
  readonly flags: DemandedFlags;
}

function apiOver(shared: Shared, names: Names): Api {
  const { profile, connection, caller, users } = shared;
  const exchanges = new WeakMap<object, Exchange>();

  /** Only calls are refused: a login or a renewal that the check began goes on, because other callers wait for it too. */
  function refuseWhoIsOver(): void {
    if (caller().isOver) throw new Error('the check was given up, and sends nothing more');
  }

  async function authorization(
    { security }: Built,
    { as, authorization: given }: CallInput,
  ): Promise<string | undefined> {
    if (given !== undefined) return given;
    if (as === 'nobody' || security === 'none') return undefined;
    if (security === 'basic') return basic(users.named(as));
    return bearer(await (await users.session(as)).accessToken());
  }

  async function send(built: Built, input: Call, credentials: string | undefined): Promise<Exchange> {
    refuseWhoIsOver();
    const user = input.authorization === undefined && input.as !== 'nobody' ? (input.as ?? users.main.name) : undefined;
    const polite = built.security === 'basic' ? patientAtLogin : patientInRun;
    return connection.send(
      {
        method: built.method,
        path: built.path,
        headers: withCredentials(built.headers, credentials, input),
        ...(built.body !== undefined && { body: built.body }),
        ...(user && { user }),
        ...(input.purpose && { purpose: input.purpose }),
        ...(input.signal && { signal: input.signal }),
        ...(input.alone && { alone: input.alone }),
      },
      input.on429 === 'return' ? impatient : polite,
    );
  }

  /** Renews a session that has ended without notice: it expired without having said when, or another login ended it. */
  async function sendInSession(built: Built, input: Call): Promise<Exchange> {
    const credentials = await authorization(built, input);
    const exchange = await send(built, input, credentials);
    if (statusOf(exchange) === 429 && input.on429 !== 'return') caller().unanswered = exchange;
    const ours = built.security === 'bearer' && input.authorization === undefined && input.as !== 'nobody';
    if (statusOf(exchange) !== 401 || demandedMfa(exchange) !== undefined || !ours) return exchange;
    const current = await users.session(input.as as UserName | undefined);
    const mayEnd = !current.expiryKnown || known(names.sessionsPerUser) === 'one';
    if (!mayEnd && !(await isOver(input, credentials))) return exchange;
    return send(built, input, bearer(await current.renew(credentials?.slice(bearer('').length))));
  }

  /** A target may end older sessions of a user, because their number is not promised. Then every operation refuses the session. */
  async function isOver({ as }: Call, credentials: string | undefined): Promise<boolean> {
    const built = build('issueWebSocketToken', {}, names);
    return statusOf(await send(built, { ...(as && { as }) }, credentials)) === 401;
  }

  async function call(id: OperationId, input: Call = {}): Promise<Exchange> {
    const send = (shown?: Shown) =>
      shared.flags.asking(id, withSignToken(input, shown), names, (asked) =>
        sendInSession(build(id, asked, names), input),
      );
    const hasBody = input.json !== undefined || input.form !== undefined;
    const carriedOut = seenCarriedOut(id, input, names, call);
    const { ask, ...options } = shared.signTokenPlaces.asking(id, names, { hasBody, carriedOut, send });
    const isMet = input.confirmMfa ?? !demandingByThemselves.has(id);
    return isMet ? pastDemands(input, ask, options) : ask();
  }

  /** Confirms and repeats only for a named user: nobody can confirm for a request with other credentials or none. */
  async function pastDemands(
    input: Call,
    ask: Ask,
    options: DemandOptions = { takesSignToken: false },
  ): Promise<Exchange> {
    const { as, authorization: given, onDemand } = input;
    if (as === 'nobody' || (given !== undefined && as === undefined)) return ask();
    const exchange = await users.demands(as).livedThrough(ask, { ...options, onDemand });
    if (demandedMfa(exchange) !== undefined) caller().unanswered = exchange;
    return exchange;
  }

  async function read<Id extends OperationId>(id: Id, input: Call = {}): Promise<Answered<Id>> {
    const exchange = await call(id, input);
    const json = succeeded(exchange) ? jsonOf(exchange) : undefined;
    if (json === undefined) throw new UnexpectedAnswer(exchange, 'a success with JSON');
    // Answers of the same bytes share one parsed body, so each gets a copy by which its exchange can be found.
    const own = Array.isArray(json) ? [...json] : isFields(json) ? { ...json } : json;
    return remembered(own, exchange) as Answered<Id>;
  }

  async function list<Id extends OperationId>(id: Id, input: Call = {}): Promise<readonly Listed<Id>[]> {
    const usual: Paging = known(names.paging) ?? { style: 'none' };
    const paging = (input.pageLength !== undefined && inPagesOf(input.pageLength, usual)) || usual;
    const built = build(id, input, names);
    let latest: Exchange | undefined;
    const walked = await (id === 'listWebhookEvents' ? walkOther : walk)(paging, async (step) => {
      const page = { ...built, path: pathFor(step, built.path, profile) };
      latest = await pastDemands(input, () => sendInSession(page, input));
      return latest;
    });
    if (walked.kind !== 'whole') {
      const endless = `a list of at most ${mostItems} entries, which is the most that is compared`;
      throw new UnexpectedAnswer(walked.exchange, walked.kind === 'endless' ? endless : 'a success with a JSON array');
    }
    // Entries that are not objects are left to the judge.
    return remembered(walked.items.filter(isFields), latest) as readonly Listed<Id>[];
  }

  /** Remembers the exchange, so that a failure about the value can show the answer it came in; of a paged list, its last page. */
  function remembered(value: unknown, exchange: Exchange | undefined): unknown {
    if (typeof value === 'object' && value !== null && exchange) exchanges.set(value, exchange);
    return value;
  }

  const cardCalls = <Id extends OperationId>(id: Id): CardCalls<Id> => ({
    list: ({ status, type, sort } = {}, call = {}) =>
      list(id, {
        ...call,
        open: {
          ...call.open,
          ...(status !== undefined && { statusFilter: status }),
          ...(type !== undefined && { typeFilter: type }),
          ...(sort !== undefined && { sort }),
        },
      }),
  });

  return {
    profile,
    names,
    user: users.main,
    waits: connection.waits,
    get sent() {
      return connection.sent;
    },
    login: users.login,
    session: users.session,
    async freshLogin(name, fingerprint) {
      refuseWhoIsOver();
      return users.freshLogin(name, fingerprint);
    },
    confirmer: users.confirmer,
    confirm: (mfaToken, name) => users.confirmer(name).confirm(mfaToken),
    call,
    request: (method, path, input = {}) =>
      pastDemands(input, () => sendInSession(buildFreely(method, path, input), input)),
    read,
    list,
    cards: cardCalls('listCards'),
    cardsV1: cardCalls('listCardsV1'),
    exchangeBehind: (value) => (typeof value === 'object' && value !== null ? exchanges.get(value) : undefined),
    withNames: (others) => apiOver(shared, others),
    close: () => connection.close(),
  };
}

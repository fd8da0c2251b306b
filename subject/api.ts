// Calls the target's operations with a user's session: the one door through which specs, load and discovery send.
import type { OperationId } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { demandedMfa, inWords, jsonOf, statusOf, succeeded } from './answers.ts';
import { type Built, build, buildFreely, type CallInput, queryText } from './calls.ts';
import { basic, type Connection, connect, type Observer } from './connection.ts';
import { declaredNames, known, type Names } from './names.ts';
import { type Step, walk } from './paging.ts';
import { impatient, type Patience, patient, type Waits } from './patience.ts';
import type { Paging, Profile, SignTokenPlace, User, UserName } from './profile/profile.ts';
import { type Ask, createDemands, type DemandOptions, type Demands } from './session/demands.ts';
import { type Confirmation, type Confirmer, createConfirmer } from './session/mfa.ts';
import { type FailedLogin, type Login, login, type Session, SessionLost } from './session/session.ts';

export type { CallInput } from './calls.ts';
export { UnknownName } from './names.ts';

export interface CallOptions {
  /** What to do about 429: wait and repeat (the default), or hand it over. */
  readonly on429?: 'wait' | 'return';
  /**
   * Whether a demand for a second factor is lived through: confirmed, and the call repeated, with the sign token where it has
   * a place. The default, except for operations whose own subject it is, and never with credentials that name no user.
   */
  readonly confirmMfa?: boolean;
}

export type Call = CallInput & CallOptions;

/** An answer with which the caller cannot go on. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
  readonly exchange: Exchange;

  constructor(exchange: Exchange, expected: string) {
    super(`${inWords(exchange)}; expected ${expected}`);
    this.exchange = exchange;
  }
}

export interface CardFilter {
  readonly status?: string;
  readonly type?: string;
  readonly sort?: string;
}

export interface CardCalls<Card> {
  list(filter?: CardFilter, call?: Call): Promise<readonly Card[]>;
  read(id: string | number, call?: Call): Promise<Card>;
}

type Fields = Readonly<Record<string, unknown>>;

export interface Api {
  readonly profile: Profile;
  readonly names: Names;
  /** Whose session `call` uses when it is not told otherwise. */
  readonly user: User;
  readonly waits: Readonly<Waits>;
  /** How many requests went out, logins included. */
  readonly sent: number;
  /** The latest call that got no answer to its question: a demand that could not be met, or a 429 for all the patience. */
  unanswered(): Exchange | undefined;
  /** One session per user, begun when it is first needed; a failed login is tried again by the next call. */
  login(user?: UserName): Promise<Login>;
  /** The session of a user. Throws `SessionLost`. */
  session(user?: UserName): Promise<Session>;
  /** A session of its own beside the one that calls use, on the user's device unless another is named. */
  freshLogin(user?: UserName, fingerprint?: string): Promise<Login>;
  /** How a user confirms what a second factor is demanded for; it needs no session. */
  confirmer(user?: UserName): Confirmer;
  confirm(mfaToken: string, user?: UserName): Promise<Confirmation>;
  /** Never throws for what the target answers. Throws `SessionLost` and `UnknownName`. */
  call(id: OperationId, input?: Call): Promise<Exchange>;
  /** The same for what is no operation of the contract; the path, with its query, travels as it is. */
  request(method: string, path: string, input?: Call): Promise<Exchange>;
  /** The JSON of a 2xx. Throws `UnexpectedAnswer` for everything else. */
  read<Json = unknown>(id: OperationId, input?: Call): Promise<Json>;
  /** All items of a list, page by page. Throws `UnexpectedAnswer`. */
  list<Item = unknown>(id: OperationId, input?: Call): Promise<readonly Item[]>;
  readonly cards: CardCalls<Fields>;
  readonly cardsV1: CardCalls<Fields>;
  /** The exchange that a value of `read` or `list` came in. */
  exchangeBehind(value: unknown): Exchange | undefined;
  /** The same sessions and connection with other names. */
  withNames(names: Names): Api;
  close(): Promise<void>;
}

export interface ApiOptions {
  /** Sees every exchange, also those of logins. */
  readonly observer?: Observer;
  /** What discovery found; without it only what the profile declares is known. */
  readonly names?: Names;
}

export function createApi(profile: Profile, { observer, names = declaredNames(profile.open) }: ApiOptions = {}): Api {
  const connection = connect(profile, observer);
  return apiOver(profile, connection, names, {
    logins: new Map(),
    confirmers: new Map(),
    demands: new Map(),
  });
}

/** What is remembered of each user, whatever the names in use. */
interface Memory {
  readonly logins: Map<UserName, Promise<Login>>;
  readonly confirmers: Map<UserName, Confirmer>;
  readonly demands: Map<UserName, Demands>;
  unanswered?: Exchange;
}

/** A demand is a part of what these do: whoever calls them says whether it is to be lived through. */
const demandingByThemselves: ReadonlySet<OperationId> = new Set([
  'login',
  'exchangeSignToken',
  'confirmMfa',
  'signPayments',
  'inviteMember',
  'setSmsBalanceNotification',
]);

function apiOver(profile: Profile, connection: Connection, names: Names, memory: Memory): Api {
  const { logins, confirmers, demands } = memory;
  const main = profile.users.full ?? profile.users.mfa;
  if (main === undefined) throw new Error('a profile without a user that may log in');

  const exchanges = new WeakMap<object, Exchange>();

  const userOf = (name: UserName = main.name): User => {
    const user = profile.users[name];
    if (user === undefined) throw new Error(`the profile has no user ${name}`);
    return user;
  };

  /** One for each user, so that a code is not sent twice where the target takes it only once. */
  function confirmerOf(name: UserName = main!.name): Confirmer {
    const confirmer = confirmers.get(name) ?? createConfirmer(connection, userOf(name));
    confirmers.set(name, confirmer);
    return confirmer;
  }

  function demandsOf(name: UserName = main!.name): Demands {
    const known = demands.get(name) ?? createDemands(confirmerOf(name));
    demands.set(name, known);
    return known;
  }

  async function loginOnce(name: UserName = main!.name): Promise<Login> {
    const begun = logins.get(name) ?? login(connection, userOf(name), confirmerOf(name));
    logins.set(name, begun);
    const result = await begun;
    if (result.kind !== 'loggedIn') logins.delete(name);
    return result;
  }

  async function session(name?: UserName): Promise<Session> {
    const result = await loginOnce(name);
    if (result.kind !== 'loggedIn') throw new SessionLost(result satisfies FailedLogin);
    return result.session;
  }

  async function authorization(
    { security }: Built,
    { as, authorization: given }: CallInput,
  ): Promise<string | undefined> {
    if (given !== undefined) return given;
    if (as === 'nobody' || security === 'none') return undefined;
    if (security === 'basic') return basic(userOf(as));
    return `Bearer ${await (await session(as)).accessToken()}`;
  }

  async function send(built: Built, input: Call): Promise<Exchange> {
    const credentials = await authorization(built, input);
    const user = input.authorization === undefined && input.as !== 'nobody' ? (input.as ?? main!.name) : undefined;
    const patience: Patience = input.on429 === 'return' ? impatient : patient;
    return connection.send(
      {
        method: built.method,
        path: built.path,
        headers: [...(credentials === undefined ? [] : ([['authorization', credentials]] as const)), ...built.headers],
        ...(built.body !== undefined && { body: built.body }),
        ...(user && { user }),
        ...(input.purpose && { purpose: input.purpose }),
        ...(input.signal && { signal: input.signal }),
        ...(input.alone && { alone: input.alone }),
      },
      patience,
    );
  }

  /** A session may have ended without notice: by age, when nobody said how long it lasts, or by another login. */
  async function sendInSession(built: Built, input: Call): Promise<Exchange> {
    const exchange = await send(built, input);
    if (statusOf(exchange) === 429 && input.on429 !== 'return') memory.unanswered = exchange;
    const ours = built.security === 'bearer' && input.authorization === undefined && input.as !== 'nobody';
    if (statusOf(exchange) !== 401 || demandedMfa(exchange) !== undefined || !ours) return exchange;
    const current = await session(input.as as UserName | undefined);
    if (current.expiryKnown && known(names.sessionsPerUser) !== 'one') return exchange;
    await current.renew();
    return send(built, input);
  }

  async function call(id: OperationId, input: Call = {}): Promise<Exchange> {
    const place = placeOfSignToken(id, profile, names);
    const ask: Ask = (signToken) => {
      const signed = place && signToken !== undefined ? withSignToken(input, place, signToken) : input;
      return sendInSession(build(id, signed, names), input);
    };
    const isMet = input.confirmMfa ?? !demandingByThemselves.has(id);
    return isMet ? pastDemands(input, ask, { takesSignToken: place !== undefined }) : ask();
  }

  /** Only who is named can confirm: a request without credentials, or with wrong ones, gets the answer that it got. */
  async function pastDemands({ as, authorization: given }: Call, ask: Ask, options: DemandOptions): Promise<Exchange> {
    if (as === 'nobody' || (given !== undefined && as === undefined)) return ask();
    const exchange = await demandsOf(as).livedThrough(ask, options);
    if (demandedMfa(exchange) !== undefined) memory.unanswered = exchange;
    return exchange;
  }

  async function read<Json>(id: OperationId, input: Call = {}): Promise<Json> {
    const exchange = await call(id, input);
    const json = succeeded(exchange) && demandedMfa(exchange) === undefined ? jsonOf(exchange) : undefined;
    if (json === undefined) throw new UnexpectedAnswer(exchange, 'a success with JSON');
    return remembered(json, exchange) as Json;
  }

  async function list<Item>(id: OperationId, input: Call = {}): Promise<readonly Item[]> {
    const paging: Paging = known(names.paging) ?? { style: 'none' };
    const built = build(id, input, names);
    let latest: Exchange | undefined;
    const walked = await walk(paging, async (step) => {
      const page = { ...built, path: pathFor(step, built.path, profile) };
      latest = await pastDemands(input, () => sendInSession(page, input), { takesSignToken: false });
      return latest;
    });
    if (walked.kind === 'broken') throw new UnexpectedAnswer(walked.exchange, 'a success with a JSON array');
    return remembered(walked.items, latest) as readonly Item[];
  }

  /** So that whoever finds fault with a value can show the answer it came in; of a paged list, its last page. */
  function remembered(value: unknown, exchange: Exchange | undefined): unknown {
    if (typeof value === 'object' && value !== null && exchange) exchanges.set(value, exchange);
    return value;
  }

  const cardCalls = (listId: OperationId, readId: OperationId): CardCalls<Fields> => ({
    list: ({ status, type, sort } = {}, call = {}) =>
      list(listId, {
        ...call,
        open: {
          ...call.open,
          ...(status !== undefined && { statusFilter: status }),
          ...(type !== undefined && { typeFilter: type }),
          ...(sort !== undefined && { sort }),
        },
      }),
    read: (id, call = {}) => read(readId, { ...call, path: { ...call.path, id } }),
  });

  return {
    profile,
    names,
    user: main,
    waits: connection.waits,
    get sent() {
      return connection.sent;
    },
    unanswered: () => memory.unanswered,
    login: loginOnce,
    session,
    freshLogin: (name, fingerprint = userOf(name).fingerprint) =>
      login(connection, { ...userOf(name), fingerprint }, confirmerOf(name)),
    confirmer: confirmerOf,
    confirm: (mfaToken, name) => confirmerOf(name).confirm(mfaToken),
    call,
    request: (method, path, input = {}) =>
      pastDemands(input, () => sendInSession(buildFreely(method, path, input), input), { takesSignToken: false }),
    read,
    list,
    cards: cardCalls('listCards', 'readCard'),
    cardsV1: cardCalls('listCardsV1', 'readCardV1'),
    exchangeBehind: (value) => (typeof value === 'object' && value !== null ? exchanges.get(value) : undefined),
    withNames: (others) => apiOver(profile, connection, others, memory),
    close: () => connection.close(),
  };
}

/** Where an operation takes its sign token; undefined for one of which nobody said so. */
function placeOfSignToken(id: OperationId, profile: Profile, names: Names): SignTokenPlace | undefined {
  const stated = profile.open.signTokenPlaces[id];
  if (stated) return stated;
  if (id === 'inviteMember' || id === 'exchangeSignToken') return { in: 'body', name: 'signToken' };
  const name = id === 'signPayments' ? known(names.signToken) : undefined;
  return name === undefined ? undefined : { in: 'query', name };
}

export function withSignToken(input: Call, place: SignTokenPlace, signToken: string): Call {
  const field = { [place.name]: signToken };
  if (place.in === 'header') return { ...input, headers: [...(input.headers ?? []), [place.name, signToken]] };
  if (place.in === 'query') return { ...input, query: { ...Object.fromEntries(pairs(input.query)), ...field } };
  return input.form
    ? { ...input, form: { ...input.form, ...field } }
    : { ...input, json: { ...(input.json as object), ...field } };
}

const pairs = (query: CallInput['query'] = []): Iterable<readonly [string, string | number | boolean]> =>
  Array.isArray(query)
    ? (query as ReadonlyArray<readonly [string, string]>)
    : Object.entries(query as Record<string, string>);

/** The path of a page; an address that the target gave may carry its own host, of which only the path counts. */
function pathFor(step: Step, path: string, { basePath }: Profile): string {
  if ('url' in step) {
    const { pathname, search } = new URL(step.url);
    return `${pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname}${search}`;
  }
  if (step.query.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${queryText(step.query)}`;
}

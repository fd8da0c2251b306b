// Recorded exchanges as steps of a replay: each with its session, its operation, and the answers that it refers to.
import type { WireRequest, WireResponse } from '../../contract/wire.ts';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { readTokens } from '../../subject/session/tokens.ts';
import { isDemand, type Read, readBody } from '../compare/answers.ts';
import { createLocate, type Operation } from '../compare/fields/located.ts';
import type { Aliases } from '../correlate/aliases.ts';
import { Bounded } from '../correlate/bounded.ts';
import type { Credentials } from '../correlate/credentials.ts';
import { createLineage, type RecordedSession } from '../correlate/lineage.ts';
import { createTracker, type Reference } from '../correlate/tracker.ts';
import { Versions } from '../correlate/validators.ts';
import { behind } from './bases.ts';
import type { Clear } from './clear.ts';
import type { Entry, StandIn } from './entries.ts';

export interface Step {
  /** Counts the exchanges of the recording from 0. */
  readonly number: number;
  readonly id: string;
  readonly operation: Operation;
  readonly session: RecordedSession;
  readonly credentials: Credentials;
  /** The recording does not show whose credentials these are, so they are sent as recorded. */
  readonly stray: boolean;
  /** Such credentials in clear, where the file shows them; to be sent and never to be written. */
  readonly clear?: Clear;
  /** Names that appear in its answer for the first time in the recording. */
  readonly fresh: readonly string[];
  /** Number of the earlier exchange whose answer asked its session for a second factor. */
  readonly demandedBy?: number;
  /** Refused because its token had expired; a replay has valid tokens, so it cannot repeat this. */
  readonly outlived: boolean;
  /** As recorded; its `url` begins with the path behind the base. */
  readonly request: WireRequest;
  readonly references: readonly Reference[];
  /** Milliseconds since 1970: when its client began with it, when it was on its way, and when its answer was whole. */
  readonly at: number;
  readonly sent: number;
  readonly until: number;
  /** Absent when the recording has no answer. */
  readonly response?: WireResponse;
  readonly body?: Read;
  /** The answer that a 304 says has not changed, where the recording has it. */
  readonly unmodified?: WireResponse;
  /** Equal stand-ins in steps with the same mark mean equal secrets. */
  readonly keyMark?: string;
  /** Absent where the key of its stand-ins is not known. */
  readonly standIn?: StandIn;
}

export type Planned =
  | { readonly kind: 'step'; readonly step: Step }
  /** It went to another address than the API's. */
  | { readonly kind: 'elsewhere'; readonly number: number; readonly exchange: RecordedExchange }
  | Exclude<Entry, { kind: 'exchange' }>;

interface Planning {
  readonly bases: readonly string[];
  follows?(from: string, to: string): boolean;
  /** Learns which names belong to one thing. */
  readonly aliases?: Aliases;
}

const mostTokens = 50_000;

// Copied member by member, which is quicker: a recording has very many steps.
type Growing<Of> = { -readonly [Name in keyof Of]: Of[Name] };

/** Reads a recording once, in order; two readings of one recording give the same steps. */
export async function* stepsOf(
  entries: AsyncIterable<Entry>,
  { bases, follows, aliases }: Planning,
): AsyncGenerator<Planned> {
  const locate = createLocate();
  const lineage = createLineage();
  const tracker = createTracker(follows, aliases);
  const lives = new Bounded<string, number>(mostTokens);
  const demands = new Bounded<string, number>(mostTokens);
  const versions = new Versions();
  let number = -1;
  for await (const entry of entries) {
    if (entry.kind !== 'exchange') {
      yield entry;
      continue;
    }
    const { exchange: absolute } = entry;
    number += 1;
    const path = behind(absolute.request.url, bases);
    if (path === undefined) {
      yield { kind: 'elsewhere', number, exchange: absolute };
      continue;
    }
    const request = { ...absolute.request, url: path };
    const exchange = { ...absolute, request };
    const operation = locate(request.method, path);
    const { session, credentials, stray } = lineage.of(exchange, operation);
    const clear = stray ? entry.clear : undefined;
    const nearTo = clear?.kind === 'token' ? tracker.references(withToken(exchange, clear.of), operation) : [];
    const references = [...tracker.references(exchange, operation), ...nearTo];
    const response = exchange.outcome?.kind === 'answered' ? exchange.outcome.response : undefined;
    const body = response && readBody(response);
    const asked = { user: session.user, request };
    const unmodified = response && versions.behind(asked, response);
    if (response) versions.learn(asked, response);
    const at = exchange.times.startedAt;
    const life = credentials.kind === 'bearer' && !stray ? lives.get(credentials.value) : undefined;
    const isBrought = references.some(({ to }) => to.endsWith(' header authorization'));
    const ended = session.inherited && !isBrought && credentials.kind === 'bearer';
    const outlived = response?.status === 401 && !stray && (life === undefined ? ended : at >= life);
    const demandedBy = demands.get(session.id);
    if (isDemand(body)) demands.set(session.id, number);
    let fresh: readonly string[] = [];
    if (response) {
      if (body && 'json' in body) {
        fresh = tracker.learn(body.json, operation, number, session.id, (token) => lineage.brings(session, token));
        const tokens = readTokens(body.json, at + exchange.times.ended);
        if (tokens?.expiresAt !== undefined) lives.set(tokens.access, tokens.expiresAt);
      }
      tracker.learnHeaders(response.headers, operation, number, session.id);
    }
    const step: Growing<Step> = {
      number,
      id: exchange.id,
      operation,
      session,
      credentials,
      stray,
      fresh,
      outlived,
      request,
      references,
      at,
      sent: at + exchange.times.sent,
      until: at + exchange.times.ended,
    };
    if (clear) step.clear = clear;
    if (demandedBy !== undefined) step.demandedBy = demandedBy;
    if (response) step.response = response;
    if (body) step.body = body;
    if (unmodified) step.unmodified = unmodified;
    if (entry.standIn) step.standIn = entry.standIn;
    if (entry.keyMark !== undefined) step.keyMark = entry.keyMark;
    yield { kind: 'step', step };
  }
}

/** The request with nothing but that token. */
const withToken = (exchange: RecordedExchange, token: string): RecordedExchange => ({
  ...exchange,
  request: { method: exchange.request.method, url: '', headers: [['authorization', `Bearer ${token}`]] },
});

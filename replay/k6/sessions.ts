// The sessions of a recording as a k6 script plays them: each with its requests, what these take from earlier answers, and what
// answers they had.
import { walkableJson } from '../../contract/text/nesting.ts';
import { header, type WireRequest } from '../../contract/wire.ts';
import { type Fields, isFields } from '../../subject/answers.ts';
import type { Joined } from '../correlate/joined.ts';
import { anonymous } from '../correlate/lineage.ts';
import { isConditional } from '../correlate/validators.ts';
import { isLimited } from '../load/limited.ts';
import type { Planned, Step } from '../plan/steps.ts';
import { Correlation, markOf, type Take } from './correlated.ts';

interface Request {
  /** Milliseconds after the beginning of the recording. */
  readonly at: number;
  /** The user whose credentials it has, where these are not those of the session. */
  readonly user?: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Which credentials of the environment it uses; absent where it has its own, or none. */
  readonly as?: 'basic' | 'bearer';
  /** The expected statuses; absent where any will do. */
  readonly expect?: readonly number[];
  readonly take: readonly Take[];
}

interface PlayedSession {
  /** How the names of the environment variables with its credentials end; empty where the sender is not known. */
  readonly user: string;
  readonly requests: Request[];
}

export interface Recorded {
  readonly sessions: readonly PlayedSession[];
  /** What the marked values were in the recording. */
  readonly values: readonly (string | number)[];
  /** Milliseconds that 95 of 100 answers took at most, by operation of the contract. */
  readonly p95: Readonly<Record<string, number>>;
  /** Why requests are not in the script, with counts. */
  readonly leftOut: ReadonlyMap<string, number>;
}

export const recordedSessions = async (steps: AsyncIterable<Planned>): Promise<Recorded> => {
  const correlation = new Correlation();
  const sessions = new Map<string, PlayedSession>();
  const users = new Map<string, string>();
  const took = new Map<string, number[]>();
  const leftOut = new Map<string, number>();
  let began: number | undefined;
  for await (const planned of steps) {
    if (planned.kind === 'unusable' || planned.kind === 'omitted') continue;
    const reason = planned.kind === 'elsewhere' ? 'it went to another address than the API' : whyNot(planned.step);
    if (reason !== undefined) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    if (planned.kind === 'elsewhere' || reason !== undefined) continue;
    const { step } = planned;
    const { session, operation } = step;
    began ??= step.sent;
    const user = session === anonymous ? '' : (users.get(session.user) ?? userName(session.user, users.size + 1));
    if (user !== '') users.set(session.user, user);
    const played = sessions.get(session.id) ?? { user, requests: [] };
    sessions.set(session.id, played);
    played.requests.push(requestOf(step, step.sent - began, correlation));
    if (!operation.inContract || step.response === undefined) continue;
    const times = took.get(operation.key) ?? [];
    took.set(operation.key, times);
    times.push(step.until - step.sent);
  }
  return {
    sessions: playedTogether(sessions, correlation.joined),
    values: correlation.recorded,
    p95: Object.fromEntries([...took].map(([operation, all]) => [operation, p95Of(all)])),
    leftOut,
  };
};

/** Sessions that use things of each other are joined and played by one virtual user, in the order in which they were sent. */
const playedTogether = (sessions: ReadonlyMap<string, PlayedSession>, joined: Joined): PlayedSession[] => {
  const together = new Map<string, PlayedSession>();
  for (const [id, { user, requests }] of sessions) {
    const first = together.get(joined.of(id)) ?? { user, requests: [] };
    together.set(joined.of(id), first);
    first.requests.push(...(user === first.user ? requests : requests.map((request) => ({ ...request, user }))));
  }
  for (const { requests } of together.values()) requests.sort((one, other) => one.at - other.at);
  return [...together.values()];
};

const whyNot = ({ outlived, request }: Step): string | undefined => {
  if (outlived) return 'its token had ended when it was recorded';
  return request.cut ? 'its body is not whole in the recording' : undefined;
};

/** A user's name in the recording is kept; a number replaces a stand-in, which is not fit for a variable's name. */
const userName = (user: string, number: number): string =>
  /^[a-z]\w*$/i.test(user) ? user.toUpperCase() : `${number}`;

/** Headers that k6 makes itself. */
const ofTheConnection = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'cookie']);

const requestOf = (step: Step, at: number, correlation: Correlation): Request => {
  const marked = correlation.marked(step);
  const { operation, credentials, stray } = step;
  const isTaken = header(marked.headers, 'authorization') !== header(step.request.headers, 'authorization');
  const as = credentials.kind === 'none' || stray || isTaken ? undefined : credentials.kind;
  const body = bodyOf(step, marked);
  const expect = expectedOf(step);
  return {
    at: Math.max(0, Math.round(at * 10) / 10),
    operation: operation.key,
    method: marked.method,
    path: marked.url,
    headers: Object.fromEntries(
      marked.headers
        .map(([name, value]) => [name.toLowerCase(), value] as const)
        .filter(([name]) => !name.startsWith(':') && !ofTheConnection.has(name))
        .filter(([name]) => name !== 'authorization' || as === undefined),
    ),
    ...(body && { body }),
    ...(as && { as }),
    ...(expect && { expect }),
    take: correlation.learn(step),
  };
};

const bodyOf = ({ operation, response }: Step, { body }: WireRequest): string | undefined => {
  if (body === undefined || body.length === 0) return undefined;
  const text = Buffer.from(body).toString('utf8');
  if (operation.key !== 'confirmMfa' || response === undefined || response.status >= 300) return text;
  const fields = fieldsIn(text);
  return fields === undefined ? text : JSON.stringify({ ...fields, code: markOf('code') });
};

/** Undefined where the body is something else than a JSON object. */
const fieldsIn = (text: string): Fields | undefined => {
  try {
    const json: unknown = walkableJson(text);
    return isFields(json) ? json : undefined;
  } catch {
    return undefined;
  }
};

/** As in a replay under load, 429 is optional for operations that the specification limits, whatever was recorded. */
const expectedOf = ({ operation, request, response }: Step): readonly number[] | undefined => {
  if (response === undefined) return undefined;
  const limited = isLimited(operation);
  if (limited && response.status === 429) return undefined;
  const usual = isConditional(request) ? [...new Set([response.status, 200, 304])] : [response.status];
  return limited ? [...usual, 429] : usual;
};

const p95Of = (all: readonly number[]): number => {
  const sorted = [...all].sort((one, other) => one - other);
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1]! * 10) / 10;
};

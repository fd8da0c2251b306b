// Writes traffic as a k6 script, for load from many machines at once, among which k6's own runners distribute it.
//
// The script holds the sessions; it reads the address and the credentials from its environment. Masked values stay masked.
import { operationById } from '../../contract/operations.ts';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { defaultFingerprint } from '../../subject/profile/settling.ts';
import type { Entry } from '../plan/entries.ts';
import { stepsOf } from '../plan/steps.ts';
import { player } from './player.ts';
import { type Recorded, recordedSessions } from './sessions.ts';

type Exchanges = AsyncIterable<RecordedExchange> | Iterable<RecordedExchange>;

/** `bases`: the addresses of the API; requests to others are left out, and reported at the end. */
export async function* k6Script(
  exchanges: Exchanges,
  bases: readonly string[],
  onLeftOut: (reason: string, count: number) => void = () => undefined,
): AsyncGenerator<string> {
  const recorded = await recordedSessions(stepsOf(entriesOf(exchanges), { bases }));
  yield* beginning(recorded);
  for (const { user, requests } of recorded.sessions) {
    yield `  { user: ${literal(user)}, requests: [\n`;
    for (const request of requests) yield `    ${literal(request)},\n`;
    yield '  ] },\n';
  }
  yield `];\n\n${player}`;
  for (const [reason, count] of recorded.leftOut) onLeftOut(reason, count);
}

async function* entriesOf(exchanges: Exchanges): AsyncGenerator<Entry> {
  for await (const exchange of exchanges) yield { kind: 'exchange', exchange };
}

/** JSON is valid JavaScript, except that some engines take two of its characters for line ends. */
const literal = (value: unknown): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

function* beginning({ sessions, values, p95 }: Recorded): Generator<string> {
  // A request whose credentials were wrong on purpose needs none of the environment.
  const needing = sessions.flatMap(({ user, requests }) =>
    requests.filter(({ as }) => as !== undefined).map((request) => request.user ?? user),
  );
  const users = [...new Set(needing)];
  yield `// Written by assay convert, to be run by k6, on one machine or on many, by ${sessions.length} virtual ${sessions.length === 1 ? 'user' : 'users'}: one for each session, and
// for sessions that use what another one has made, one for them together.
//
//     BASE_URL=https://… ASSAY_USERNAME=… ASSAY_PASSWORD=… k6 run SCRIPT
//
// BASE_URL         the address of the API, in front of /v1
// ASSAY_USERNAME, ASSAY_PASSWORD     the credentials of sessions; with _${users[0] ?? '1'} behind them, those of that user alone
// ASSAY_CODE       the code that confirms a second factor, where it is the same each time; with a user behind it as well
// ASSAY_TOTP       the base32 secret of codes that change with the time; as well. ASSAY_TOTP_DIGITS (6), ASSAY_TOTP_PERIOD (30 s)
//                  and ASSAY_TOTP_ALGORITHM (sha1) say how they are made
// ASSAY_TOKEN      the access token of sessions that began before the recording, which otherwise log in; as well
// ASSAY_HEADERS    JSON with headers for all requests, such as a gateway's key
// ASSAY_SPEED      1 keeps the times as they were (the usual), 2 is twice as fast, 0 waits for nothing
// ASSAY_TIMES      how many virtual users play each session (1)
// ASSAY_LOOPS      how often each of them plays it (1)
// ASSAY_CHECKS     the share of answers that must have the recorded status (1)
// ASSAY_SLOWER     how many times as long as recorded 95 of 100 answers of an operation may take; not judged without it
//
// Users: ${users.join(', ') || 'none'}
import { check, sleep } from 'k6';
import crypto from 'k6/crypto';
import encoding from 'k6/encoding';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter } from 'k6/metrics';

// Milliseconds that 95 of 100 answers took at most when they were recorded.
const p95 = ${literal(p95)};

const login = ${literal({ ...pathOf('login'), body: { fingerprint: defaultFingerprint } })};

// What the marks (*0*), (*1*) … stood for when they were recorded; an earlier answer gives the living value.
const recorded = ${literal(values)};

// Who logs in.
const users = ${literal(users)};

const sessions = [
`;
}

const pathOf = (id: 'login') => {
  const { method, path } = operationById(id);
  return { method, path };
};

// Sends requests to the target through one client, which waits when the target answers 429.
import type { Headers } from '../contract/wire.ts';
import { type Client, type ClientRequest, createClient, fieldBytes } from '../exchange/client/client.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { assayVersion } from '../exchange/version.ts';
import type { Profile, User } from './profile/profile.ts';
import { type UsedCodes, usedCodes } from './session/used-codes.ts';
import { type Caller, oneCaller } from './waiting/caller.ts';
import type { HangLog } from './waiting/hang-log.ts';
import { noWaits, type Patience, patient, politely, type Waits } from './waiting/patience.ts';
import { createTimeLimits } from './waiting/time-limits.ts';

export interface Connection {
  send(request: ClientRequest, patience?: Patience): Promise<Exchange>;
  readonly waits: Readonly<Waits>;
  readonly usedCodes: UsedCodes;
  /** How many requests went out. */
  readonly sent: number;
  close(): Promise<void>;
}

/** Sees every exchange, also those of logins and discovery. */
export type Observer = (exchange: Exchange) => void;

/** As many as the largest burst against a limiter: a request that had to wait for a connection would arrive too late. */
const mostConnections = 256;

export interface ConnectionOptions {
  readonly observer?: Observer;
  /** Shared with whoever else uses the users of this profile. */
  readonly codes?: UsedCodes;
  /** Tells on whose behalf a call is made; without it, all calls count as those of one caller. */
  readonly caller?: () => Caller;
  /** Shared with whoever else calls this target. */
  readonly hangs?: HangLog;
}

export function connect(
  profile: Profile,
  { observer = () => {}, codes = usedCodes(), caller = oneCaller(), hangs }: ConnectionOptions = {},
): Connection {
  let sent = 0;
  const client: Client = createClient({
    baseUrl: profile.url,
    headers: headersOf(profile),
    tls: profile.tls,
    ...(profile.proxy && { proxy: profile.proxy }),
    connections: mostConnections,
    timeouts: profile.timeouts,
    onExchange(exchange) {
      sent += 1;
      observer(exchange);
    },
  });
  const waits: Waits = { ...noWaits };
  const timeLimits = createTimeLimits(profile.basePath, hangs);
  const ask = async (request: ClientRequest): Promise<Exchange> => {
    const standing = timeLimits.standingFor(request);
    if (standing) return standing;
    const timeout = timeLimits.limitFor(request);
    const exchange = await client.send(timeout === undefined ? request : { ...request, timeout });
    timeLimits.note(request, exchange);
    return exchange;
  };
  return {
    send: (request, patience = patient) => politely(() => ask(request), patience, waits, caller()),
    waits,
    usedCodes: codes,
    get sent() {
      return sent;
    },
    close: () => client.close(),
  };
}

/** Some gateways refuse clients that name neither themselves nor what they accept. */
function headersOf(profile: Profile): Headers {
  const given = Object.entries(profile.headers).map(([name, value]) => [name, fieldBytes(value)] as const);
  const named = new Set(given.map(([name]) => name.toLowerCase()));
  const usual = [
    ['user-agent', `assay/${assayVersion}`],
    ['accept', 'application/json'],
  ] as const;
  return [...usual.filter(([name]) => !named.has(name)), ...given];
}

export const bearer = (token: string): string => `Bearer ${token}`;

export const basic = ({ username, password }: Pick<User, 'username' | 'password'>): string =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;

// All faults of sessions, in the order in which they are shown.
import type { Fault } from '../fault.ts';
import { exchange } from './exchange.ts';
import { exchangeRequests } from './exchange-requests.ts';
import { login } from './login.ts';
import { refresh } from './refresh.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { webSocket } from './web-socket.ts';

export const sessionFaults: readonly Fault[] = [
  ...login,
  ...refresh,
  ...refreshTokens,
  ...webSocket,
  ...exchange,
  ...exchangeRequests,
];

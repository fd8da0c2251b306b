// The overload once more, each payment on a connection of its own: a limit that connections have for themselves is none.
import { runAlone } from './alone.ts';
import { overload } from './overload.ts';
import type { Scenario } from './scenario.ts';

export const newConnections: Scenario = {
  ...overload,
  name: 'new-connections',
  asks: 'whether 50 identical payments a second meet a 429 when each comes on a new connection',
  connections: 'new',
};

runAlone(import.meta.url, newConnections);

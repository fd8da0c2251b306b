// The overload with each payment on a connection of its own, because a limit per connection would limit nothing.
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

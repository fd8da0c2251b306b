// Five times the payments that are allowed, for three seconds: some must be refused, and only with 429.
import { runAlone } from './alone.ts';
import type { Scenario } from './scenario.ts';

export const overload: Scenario = {
  name: 'overload',
  asks: 'whether 50 identical payments a second meet a 429, and nothing else',
  // Enough connections that even a target with a queue has to refuse some requests.
  fire: { connections: 50, overallRate: 50, amount: 150 },
  bodies: 'identical',
  connections: 'kept',
};

runAlone(import.meta.url, overload);

// Thirty identical payments at once: how many are accepted, and how the rest is refused.
import { runAlone } from './alone.ts';
import type { Scenario } from './scenario.ts';

const burst: Scenario = {
  name: 'burst',
  asks: 'how many of 30 identical payments at once are accepted',
  fire: { connections: 30, amount: 30 },
  bodies: 'identical',
  connections: 'kept',
};

runAlone(import.meta.url, burst);

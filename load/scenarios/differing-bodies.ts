// Thirty payments with different bodies, which the limit on identical payments must not refuse.
import { runAlone } from './alone.ts';
import type { Scenario } from './scenario.ts';

const differingBodies: Scenario = {
  name: 'differing-bodies',
  asks: 'whether 30 payments at once are accepted when no two bodies are the same',
  fire: { connections: 30, amount: 30 },
  bodies: 'differing',
  connections: 'kept',
};

runAlone(import.meta.url, differingBodies);

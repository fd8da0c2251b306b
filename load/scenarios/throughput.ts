// As many payments as the target takes over ten connections, all different: how fast it is without a limit.
import { runAlone } from './alone.ts';
import type { Scenario } from './scenario.ts';

const throughput: Scenario = {
  name: 'throughput',
  asks: 'how fast 500 payments that all differ are answered over ten connections',
  fire: { connections: 10, amount: 500 },
  bodies: 'differing',
  connections: 'kept',
};

runAlone(import.meta.url, throughput);

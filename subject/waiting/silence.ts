// How long an answer is waited for. A kind of request that timed out before is given less time, so that a target that hangs does
// not take up the time of the whole run.
import { operationOf } from '../../contract/operations.ts';
import type { ClientRequest } from '../../exchange/client/client.ts';
import type { Exchange } from '../../exchange/exchange.ts';

interface Silence {
  /** Milliseconds; undefined for the usual time. */
  limitFor(request: ClientRequest): number | undefined;
  note(request: ClientRequest, exchange: Exchange): void;
}

/**
 * After so many time-outs of one kind of request there is less time for that kind, and after so many of one operation for the whole
 * operation.
 */
const believed = { kind: 2, operation: 4 };

/** Milliseconds that are always given. */
const least = 2_000;
/** A request is given so many times what the slowest answer of its operation took. */
const allowance = 10;

interface Timing {
  timeouts: number;
  /** Milliseconds of the slowest answer. */
  slowest: number;
}

export function createSilence(basePath: string): Silence {
  const timings = new Map<string, Timing>();
  let timeouts = 0;
  const timingOf = (name: string): Timing => {
    const timing = timings.get(name) ?? { timeouts: 0, slowest: 0 };
    timings.set(name, timing);
    return timing;
  };
  return {
    limitFor(request) {
      if (timeouts === 0) return undefined;
      const { operation, kind } = namesOf(request, basePath);
      const hangs = timingOf(kind).timeouts >= believed.kind || timingOf(operation).timeouts >= believed.operation;
      return hangs ? Math.max(least, Math.ceil(allowance * timingOf(operation).slowest)) : undefined;
    },
    note(request, { outcome, times }) {
      const { operation, kind } = namesOf(request, basePath);
      const isTimeout = outcome.kind === 'failed' && outcome.failure.kind === 'timeout';
      if (isTimeout) timeouts += 1;
      for (const name of new Set([operation, kind])) {
        const timing = timingOf(name);
        if (isTimeout) timing.timeouts += 1;
        else timing.slowest = Math.max(timing.slowest, times.ended);
      }
    },
  };
}

/** Requests are of one kind when they name the same parameters, whatever the values. */
function namesOf({ method, path }: ClientRequest, basePath: string): { operation: string; kind: string } {
  const [place = '', query = ''] = path.split('?', 2);
  const operation =
    operationOf(method, `http://target${basePath}${place}`, basePath)?.operation.id ?? `${method} ${place}`;
  const parameters = [...new Set(query.split('&').map((pair) => pair.split('=', 1)[0]))].sort();
  return { operation, kind: `${operation}?${parameters.join('&')}` };
}

// How long to wait for an answer: less for a kind of request that has timed out before, so that a target that hangs does not take
// up the time of the whole run.
import { operationOf } from '../../contract/operations.ts';
import type { ClientRequest } from '../../exchange/client/client.ts';
import type { Exchange } from '../../exchange/exchange.ts';

interface TimeLimits {
  /** Milliseconds; undefined for the usual time. */
  limitFor(request: ClientRequest): number | undefined;
  note(request: ClientRequest, exchange: Exchange): void;
}

/** After so many time-outs of one kind of request, or of all requests of one operation, these have less time. */
const mostTimeouts = { kind: 2, operation: 4 };

/** Milliseconds that an answer may take at least. */
const least = 2_000;
/** A request then may take this many times as long as the slowest answer of its operation. */
const allowance = 10;

interface Timing {
  readonly timeouts: number;
  /** Milliseconds of the slowest answer. */
  readonly slowest: number;
}

export function createTimeLimits(basePath: string): TimeLimits {
  const timings = new Map<string, Timing>();
  let timeouts = 0;
  const timingOf = (name: string): Timing => timings.get(name) ?? { timeouts: 0, slowest: 0 };
  const timedOut = (name: string): void => {
    const timing = timingOf(name);
    timings.set(name, { ...timing, timeouts: timing.timeouts + 1 });
  };
  return {
    limitFor(request) {
      if (timeouts === 0) return undefined;
      const operation = operationIn(request, `http://target${basePath}${request.path}`, basePath);
      const { timeouts: ofKind } = timingOf(kindOf(request, operation));
      const { timeouts: ofOperation, slowest } = timingOf(operation);
      const hangs = ofKind >= mostTimeouts.kind || ofOperation >= mostTimeouts.operation;
      return hangs ? Math.max(least, Math.ceil(allowance * slowest)) : undefined;
    },
    note(request, { request: { url }, outcome, times }) {
      const operation = operationIn(request, url, basePath);
      if (outcome.kind === 'failed' && outcome.failure.kind === 'timeout') {
        timeouts += 1;
        for (const name of [operation, kindOf(request, operation)]) timedOut(name);
        return;
      }
      const timing = timingOf(operation);
      if (times.ended > timing.slowest) timings.set(operation, { ...timing, slowest: times.ended });
    },
  };
}

const operationIn = ({ method, path }: ClientRequest, url: string, basePath: string): string =>
  operationOf(method, url, basePath)?.operation.id ?? `${method} ${path.split('?', 1)[0]}`;

/** Requests are of one kind when they name the same parameters, whatever the values. */
function kindOf({ path }: ClientRequest, operation: string): string {
  const [, query = ''] = path.split('?', 2);
  const parameters = [...new Set(query.split('&').map((pair) => pair.split('=', 1)[0]))].sort();
  return `${operation}?${parameters.join('&')}`;
}

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
  readonly timeouts: number;
  /** Milliseconds of the slowest answer. */
  readonly slowest: number;
}

export function createSilence(basePath: string): Silence {
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
      const hangs = ofKind >= believed.kind || ofOperation >= believed.operation;
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

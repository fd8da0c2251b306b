// How long to wait for an answer: less for a kind of request that has timed out before, and not at all for one that never got an
// answer, or where the target answers nothing, so that a target that hangs does not take up the time of the whole run.
import { createHash } from 'node:crypto';
import { operationOf as operationAt } from '../../contract/operations.ts';
import type { ClientRequest } from '../../exchange/client/client.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { isTimeout } from '../answers.ts';
import { type Hang, type HangLog, ownHangs } from './hang-log.ts';
import { createSilence } from './silence.ts';

interface TimeLimits {
  /** Milliseconds; undefined for the usual time. */
  limitFor(request: ClientRequest): number | undefined;
  /** An earlier time-out that is used instead of sending this request. */
  standingFor(request: ClientRequest): Exchange | undefined;
  note(request: ClientRequest, exchange: Exchange): void;
}

/**
 * After so many time-outs of one kind of request, or of one operation, further ones get less time. Requests that timed out at the same
 * time count once, because one pause of the target may have caused all of them.
 */
const mostTimeouts = { kind: 2, operation: 4 };

/** Milliseconds that an answer may take at least. */
const least = 2_000;
/** A request then may take this many times as long as the slowest answer of its operation. */
const allowance = 3;

/** After so many time-outs of one question without an answer in between, it is no longer sent: the latest time-out is reported again. */
const mostOfQuestion = 8;
/** Milliseconds after which a question, or a silent target, is asked again, because the target may have recovered. */
const stands = { question: 5_000, silence: 15_000 };

interface Hanging {
  readonly timeouts: number;
  /** When the latest that counted was over, by the wall clock. */
  readonly over: number;
}

export function createTimeLimits(basePath: string, log: HangLog = ownHangs()): TimeLimits {
  const slowest = new Map<string, number>();
  const hanging = new Map<string, Hanging>();
  const ofQuestion = new Map<string, number>();
  const latest = new Map<string, Exchange>();
  const silence = createSilence();
  let latestOfAll: Exchange | undefined;

  const slowestOf = (operation: string): number => slowest.get(operation) ?? 0;
  const operationOf = (request: ClientRequest): string => operationIn(request, basePath);

  function timedOut(name: string, { from, until }: Hang): void {
    const { timeouts, over } = hanging.get(name) ?? { timeouts: 0, over: 0 };
    if (from >= over) hanging.set(name, { timeouts: timeouts + 1, over: until });
  }

  /** Reads the time-outs since the last call, other processes' included. Returns whether anything ever timed out. */
  function hasMetAny(): boolean {
    for (const hang of log.fresh()) {
      const { operation, kind, question } = hang;
      timedOut(operation, hang);
      timedOut(kind, hang);
      silence.timedOut(hang);
      ofQuestion.set(question, (ofQuestion.get(question) ?? 0) + 1);
      slowest.set(operation, Math.max(hang.slowest, slowestOf(operation)));
    }
    return hanging.size > 0;
  }

  const hasTimedOut = (name: string, times: number): boolean => (hanging.get(name)?.timeouts ?? 0) >= times;

  function isHanging(request: ClientRequest, operation: string): boolean {
    if (silence.covers(operation)) return true;
    return hasTimedOut(operation, mostTimeouts.operation) || hasTimedOut(kindOf(request, operation), mostTimeouts.kind);
  }

  return {
    limitFor(request) {
      if (!hasMetAny()) return undefined;
      const operation = operationOf(request);
      return isHanging(request, operation) ? Math.max(least, Math.ceil(allowance * slowestOf(operation))) : undefined;
    },
    standingFor(request) {
      if (!hasMetAny()) return undefined;
      const operation = operationOf(request);
      if (silence.covers(operation) && isWithin(stands.silence, latestOfAll)) return latestOfAll;
      // Questions are told apart by path and query, which do not describe a request with a body.
      if (request.body !== undefined) return undefined;
      const question = questionOf(request, operation);
      const one = latest.get(question);
      if (one === undefined || (ofQuestion.get(question) ?? 0) < mostOfQuestion) return undefined;
      return isHanging(request, operation) && isWithin(stands.question, one) ? one : undefined;
    },
    note(request, exchange) {
      const operation = operationOf(request);
      if (isTimeout(exchange)) {
        const [kind, question] = [kindOf(request, operation), questionOf(request, operation)];
        const [from, until] = [exchange.times.startedAt, endOf(exchange)];
        log.add({ operation, kind, question, from, until, slowest: slowestOf(operation) });
        latest.set(question, exchange);
        latestOfAll = exchange;
        return;
      }
      silence.answered(operation, endOf(exchange));
      slowest.set(operation, Math.max(exchange.times.ended, slowestOf(operation)));
      if (ofQuestion.size === 0) return;
      const question = questionOf(request, operation);
      ofQuestion.delete(question);
      latest.delete(question);
    },
  };
}

const isWithin = (milliseconds: number, exchange: Exchange | undefined): boolean =>
  exchange !== undefined && Date.now() - endOf(exchange) < milliseconds;

const endOf = ({ times }: Exchange): number => times.startedAt + times.ended;

const operationIn = ({ method, path }: ClientRequest, basePath: string): string =>
  operationAt(method, `http://target${basePath}${path}`, basePath)?.operation.id ??
  unreadable(`${method} ${path.split('?', 1)[0]}`);

const queryOf = ({ path }: ClientRequest): string => path.split('?', 2)[1] ?? '';

/** Requests are of one kind when they name the same parameters, whatever the values. */
function kindOf(request: ClientRequest, operation: string): string {
  const names = queryOf(request)
    .split('&')
    .map((pair) => pair.split('=', 1)[0]);
  return unreadable(`${operation}?${[...new Set(names)].sort().join('&')}`);
}

/** Requests are one question when the values are the same as well; ids in the path do not count. */
const questionOf = (request: ClientRequest, operation: string): string =>
  unreadable(`${request.user ?? ''} ${operation}?${queryOf(request)}`);

/** Hashed, because processes share these names through a file and values may be secrets. */
const unreadable = (name: string): string => createHash('sha256').update(name).digest('base64url');

// Properties for checks: sends generated requests, judges the answers, and fails the check with the smallest counterexample.
import { randomInt } from 'node:crypto';
import type fc from 'fast-check';
import type { OperationId } from '../../contract/operations.ts';
import type { FailureKind } from '../../contract/wire.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { accountsOfBank } from '../../generators/bodies/banks.ts';
import { type Answers, type Conclusion, type Expectation, meaningOf } from '../../generators/expectations.ts';
import { checkProperty, type Difference, type PropertyOptions, type Trial } from '../../generators/property.ts';
import {
  type BrokenRequest,
  type Defect,
  described,
  operation,
  type RequestOptions,
  type Selector,
} from '../../generators/requests.ts';
import type { Api, Call, CallInput } from '../../subject/api.ts';
import type { Names } from '../../subject/names.ts';
import { Broken, Untested } from '../declare/failures.ts';

export { accepted, answered, notAccepted, rejected, tellsProblems } from '../../generators/expectations.ts';

/** A request to send: a valid one, or one with a defect beside its twin. */
export interface Case {
  readonly operation: OperationId;
  readonly sent: CallInput;
  readonly twin?: CallInput;
  readonly plain?: CallInput;
  readonly defect?: Defect;
}

/** The requests of one operation, under the names that the target uses. */
interface OperationRequests {
  valid(options?: RequestOptions): fc.Arbitrary<Case>;
  withOneDefect(selector?: Selector, options?: RequestOptions): fc.Arbitrary<Case>;
  defects(options?: RequestOptions): readonly Defect[];
}

interface SendingOptions extends Partial<Pick<PropertyOptions<Case>, 'runs' | 'concurrency' | 'path'>> {
  /** Options for all requests, such as the user; by default a demand for a second factor is confirmed. */
  readonly call?: Omit<Call, keyof CallInput> & Pick<CallInput, 'as'>;
  /** `once`: a twin that is accepted serves every other request of the operation. */
  readonly twins?: 'each' | 'once';
  /** Claims what an accepted request uses up; throws `Untested` when nothing is left. */
  readonly spend?: () => void;
  /** Whether an answer that is not what was expected has a lawful cause after all. */
  readonly spares?: (tried: Case, sent: Exchange) => Promise<boolean>;
}

type Property = (cases: fc.Arbitrary<Case>, expectation: Expectation, options?: SendingOptions) => Promise<void>;

export const operationsUnder =
  (names: Names, accounts: RequestOptions['accounts'] = []) =>
  (id: OperationId): OperationRequests => {
    const requests = operation(id);
    const fresh = randomInt(accountsOfBank);
    const named = (options: RequestOptions = {}): RequestOptions => ({ names, accounts, fresh, ...options });
    return {
      valid: (options) => requests.valid(named(options)).map((sent): Case => ({ operation: id, sent })),
      withOneDefect: (selector, options) =>
        requests
          .withOneDefect(selector, named(options))
          .map((broken: BrokenRequest): Case => ({ operation: id, ...broken })),
      defects: (options) => requests.defects(named(options)),
    };
  };

/** A check's `property`: returns when it holds; fails the check, or leaves it untested, when it does not. */
export const propertyFor =
  (api: Api, seed: number, runs: number): Property =>
  async (cases, expectation, options = {}) => {
    const result = await checkProperty(cases, sender(api, expectation, options), {
      seed,
      runs,
      ...options,
      kindOf: ({ defect }) => (defect ? described(defect) : ''),
    });
    switch (result.kind) {
      case 'held':
        return;
      case 'broken': {
        const { mismatch, exchange, counterexample, path, shrinks } = result;
        return fail(counterexample, mismatch, exchange, `seed ${seed}, path ${path}, ${shrinks} times made smaller`);
      }
      case 'hopeless':
        throw new Untested(`the target stopped answering (${result.because})`);
      case 'unproven':
        throw new Untested(result.because);
      case 'budget':
        if (result.runs === 0) throw new Untested(result.because);
    }
  };

/** Failures without anything to judge, unlike a connection that ends in the middle of an answer. */
const silences: ReadonlySet<FailureKind> = new Set(['refused', 'tls', 'timeout']);

function sender(api: Api, expectation: Expectation, { call, twins = 'each', spend, spares }: SendingOptions) {
  const acceptedTwins = new Map<string, Exchange>();

  const send = (id: OperationId, input: CallInput): Promise<Exchange> =>
    api.call(id, { confirmMfa: true, ...input, ...call });

  return async (tried: Case): Promise<Trial<Exchange>> => {
    // Only a valid request uses something up; one with a defect should be refused.
    const lacking = tried.defect === undefined ? refusedTo(spend) : undefined;
    if (lacking !== undefined) return { kind: 'spent', because: lacking };
    let answers: Answers = { operation: tried.operation, sent: await send(tried.operation, tried.sent) };
    for (;;) {
      const silence = silenceOf(answers);
      if (silence) return silence;
      const conclusion: Conclusion = expectation(answers, tried.plain !== undefined);
      if (conclusion.kind === 'broken' && (await spares?.(tried, answers.sent))) return { kind: 'held' };
      if (conclusion.kind !== 'needs') return conclusion;
      const served = twins === 'once' && conclusion.what === 'twin' ? servedBy(tried) : undefined;
      const known = served === undefined ? undefined : acceptedTwins.get(served);
      const next = known ?? (await another(tried, conclusion.what));
      if (typeof next === 'string') return { kind: 'spent', because: next };
      if (served !== undefined && meaningOf(tried.operation, next) === 'accepted') acceptedTwins.set(served, next);
      answers = { ...answers, [conclusion.what]: next };
    }
  };

  /** The exchange, or why the request may not be sent. */
  async function another(tried: Case, what: 'twin' | 'plain'): Promise<Exchange | string> {
    const input = tried[what];
    if (input === undefined) throw new Error(`${described(tried.defect!)} has no ${what} to send`);
    return refusedTo(spend) ?? send(tried.operation, input);
  }
}

/**
 * A twin with a value at the edge of a bound is shared by the requests that break that bound; any other twin is shared by all requests
 * of its operation. A plain request is not shared, because a target may refuse the account in it.
 */
const servedBy = ({ operation: id, plain, defect }: Case): string =>
  plain && defect ? `${id} ${described(defect)}` : id;

/** Why nothing more may be used up. */
function refusedTo(spend: (() => void) | undefined): string | undefined {
  try {
    spend?.();
    return undefined;
  } catch (error) {
    if (error instanceof Untested) return error.missing;
    throw error;
  }
}

function silenceOf({ sent, twin, plain }: Answers): Trial<Exchange> | undefined {
  const last = plain ?? twin ?? sent;
  if (last.outcome.kind === 'answered' || !silences.has(last.outcome.failure.kind)) return undefined;
  const { kind, message } = last.outcome.failure;
  return { kind: 'unanswered', because: `${kind}: ${message}`, seen: last };
}

function fail({ defect }: Case, { expected, got }: Difference, exchange: Exchange, again: string): never {
  const about = defect ? ` for ${described(defect)}` : '';
  throw new Broken('property', { expected: `${expected}${about}`, got: `${got}; again: ${again}` }, exchange);
}

// Decides from the answers to a request and its twin whether a check holds, with the words for a failure.
import { dereferenced } from '../contract/document.ts';
import { describeFailure, describeStatus } from '../contract/judge/answers.ts';
import { hasLargeBody, isRefusedByEnding } from '../contract/judge/aspects/transport.ts';
import { type OperationId, operationById } from '../contract/operations.ts';
import { membersOf, objectsOf } from '../contract/schema/walk.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { demandedMfa, isFields, jsonOf, refusedAsInvalid, statusOf, succeeded } from '../subject/answers.ts';
import type { Difference } from './property.ts';

/** What an answer means. `reported`: the status is a success, but the body reports a problem. */
type Meaning = 'accepted' | 'reported' | 'mfa' | 'limited' | 'refused' | 'serverError' | 'neither' | 'none';

/** Answers that prove nothing, because they are not about the content of the request. */
const beside: Partial<Record<Meaning, string>> = {
  mfa: 'a second factor was asked for',
  limited: 'a limit was met',
};

export interface Answers {
  readonly operation: OperationId;
  readonly sent: Exchange;
  readonly twin?: Exchange;
  readonly plain?: Exchange;
}

export type Conclusion =
  | { readonly kind: 'held' }
  | { readonly kind: 'broken'; readonly mismatch: Difference; readonly seen: Exchange }
  | { readonly kind: 'unproven'; readonly because: string; readonly seen: Exchange }
  /** The exchange that has to be made before anything can be said. */
  | { readonly kind: 'needs'; readonly what: 'twin' | 'plain' };

export type Expectation = (answers: Answers, hasPlain: boolean) => Conclusion;

export function meaningOf(operation: OperationId, exchange: Exchange): Meaning {
  const status = statusOf(exchange);
  if (isRefusedByEnding(exchange)) return 'refused';
  if (status === undefined) return 'none';
  if (status >= 500) return 'serverError';
  if (demandedMfa(exchange) !== undefined) return 'mfa';
  if (status === 429) return 'limited';
  if (status >= 400 || refusedAsInvalid(exchange)) return 'refused';
  if (!succeeded(exchange)) return 'neither';
  return reportsAProblem(operation, jsonOf(exchange)) ? 'reported' : 'accepted';
}

function reportsAProblem(operation: OperationId, body: unknown): boolean {
  if (!isFields(body)) return false;
  const { errors, notice, data, status } = body;
  if (isFilled(errors) || status === 'ERROR') return true;
  if (operation === 'createBeneficiary') return isFilled(notice) && !(isFields(data) && 'id' in data);
  const stated = statedStatus(operation);
  return stated !== undefined && status !== stated;
}

const isFilled = (value: unknown): boolean =>
  isFilledArray(value) || (isFields(value) && Object.keys(value).length > 0);

const isFilledArray = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

/** The status in the body of a success, where the contract gives one. */
function statedStatus(operation: OperationId): unknown {
  const response = Object.entries(operationById(operation).responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = response?.content?.['application/json']?.schema;
  const [status] = schema === undefined ? [] : (membersOf(objectsOf(schema, [])).get('status') ?? []);
  return dereferenced<{ const?: unknown } | undefined>(status)?.const;
}

/** Of a success only the status is told, because its body may carry secrets. */
const inWords = (exchange: Exchange): string => {
  const { outcome } = exchange;
  if (outcome.kind === 'failed') return describeFailure(outcome.failure);
  return succeeded(exchange) ? `a success, ${outcome.response.status}` : describeStatus(outcome.response);
};

const broken = (expected: string, seen: Exchange): Conclusion => ({
  kind: 'broken',
  mismatch: { expected, got: inWords(seen) },
  seen,
});

interface Refusal {
  readonly expected: string;
  /** Whether an answer is the refusal asked for. */
  readonly is: (meaning: Meaning, exchange: Exchange) => boolean;
  /** Another requirement checks whether the bound is right. */
  readonly leavesBound?: boolean;
}

/**
 * The refusal proves something only when the twin is accepted. When the twin has a value at the edge of a bound and is refused, while
 * the plain request is accepted, the bound of the target is too narrow.
 */
const butItsTwinAccepted =
  ({ expected, is, leavesBound = false }: Refusal): Expectation =>
  ({ operation, sent, twin, plain }, hasPlain) => {
    const meaning = meaningOf(operation, sent);
    if (!is(meaning, sent)) {
      const because = beside[meaning];
      return because ? { kind: 'unproven', because, seen: sent } : broken(expected, sent);
    }
    if (twin === undefined) return { kind: 'needs', what: 'twin' };
    const meantTwin = meaningOf(operation, twin);
    if (meantTwin === 'accepted') return { kind: 'held' };
    const refusedTwin: Conclusion = {
      kind: 'unproven',
      because: `the twin, the same request without its defect, was not accepted either (${inWords(twin)})`,
      seen: twin,
    };
    if (beside[meantTwin] || !hasPlain) return refusedTwin;
    if (plain === undefined) return { kind: 'needs', what: 'plain' };
    if (meaningOf(operation, plain) !== 'accepted') return refusedTwin;
    return leavesBound ? { kind: 'held' } : broken('a success at the edge of the bound', twin);
  };

const refusal: Refusal = { expected: 'a refusal, 4xx', is: (meaning) => meaning === 'refused' };

/** Refused outright. */
export const rejected = {
  butItsTwinAccepted: butItsTwinAccepted(refusal),
  with: (status: number) => ({
    butItsTwinAccepted: butItsTwinAccepted({
      expected: `a refusal with ${status}`,
      is: (meaning, exchange) => meaning === 'refused' && statusOf(exchange) === status,
    }),
  }),
};

/** Refused, or answered by a success that says in its body that there was a problem. */
export const notAccepted = {
  butItsTwinAccepted: butItsTwinAccepted({
    expected: 'a refusal, or a success body that reports the problem',
    is: (meaning) => meaning === 'refused' || meaning === 'reported',
  }),
};

/** Statuses that are not about the content of a request. */
const notAboutContent: ReadonlySet<number | undefined> = new Set([401, 403, 404, 429]);

/** The specification does not state how large a request may be, so a server may refuse one as too large without reading it. */
const isTooLarge = (exchange: Exchange): boolean =>
  statusOf(exchange) === 413 || hasLargeBody(exchange.request) || isRefusedByEnding(exchange);

/** For requests that were refused for their content: the arrays of the body must name the problem. */
export const tellsProblems = {
  butItsTwinAccepted: (answers: Answers, hasPlain: boolean): Conclusion => {
    const { operation, sent } = answers;
    const meaning = meaningOf(operation, sent);
    const isAboutContent = meaning === 'refused' || meaning === 'reported';
    if (!isAboutContent || notAboutContent.has(statusOf(sent))) {
      return { kind: 'unproven', because: `it was not refused for its content (${inWords(sent)})`, seen: sent };
    }
    const body = jsonOf(sent);
    const tells = isFields(body) && (isFilledArray(body.errors) || isFilledArray(body.notice));
    const is = () => tells || isTooLarge(sent);
    const told: Refusal = { expected: 'the problem in errors or notice of the body', is, leavesBound: true };
    return butItsTwinAccepted(told)(answers, hasPlain);
  },
};

/** For valid requests. */
export const accepted: Expectation = ({ operation, sent }) => {
  const meaning = meaningOf(operation, sent);
  if (meaning === 'accepted') return { kind: 'held' };
  const because = beside[meaning];
  return because ? { kind: 'unproven', because, seen: sent } : broken('a success', sent);
};

/** For requests that may be answered in any way but a server error. */
export const answered: Expectation = ({ operation, sent }) => {
  const meaning = meaningOf(operation, sent);
  return meaning === 'serverError' || meaning === 'none'
    ? broken('an answer that is no server error', sent)
    : { kind: 'held' };
};

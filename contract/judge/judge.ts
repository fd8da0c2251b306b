// The judge: what one exchange alone shows about the contract. It knows no test and sends nothing.
import type { Openings } from '../openings.ts';
import { type Match, operationOf, operations } from '../operations.ts';
import type { WireExchange, WireResponse } from '../wire.ts';
import { describeFailure, describeStatus } from './answers.ts';
import { isOfTokens, isValidationError, judgeError } from './aspects/errors.ts';
import { judgeHeaders } from './aspects/headers.ts';
import { isInFront, isOfNoRoute } from './aspects/in-front.ts';
import { judgeList } from './aspects/lists.ts';
import { isMfaDemand } from './aspects/mfa.ts';
import { admittedUnknown } from './aspects/nobody.ts';
import { judgePayment } from './aspects/payments.ts';
import { judgeSigning } from './aspects/signing.ts';
import { judgeSuccess } from './aspects/successes.ts';
import { isRefusedByEnding, mayBeAnotherPath } from './aspects/transport.ts';
import { bodyOf, mediaTypeOf, saysJson } from './body.ts';
import { type Finding, type Judgement, Notes } from './finding.ts';
import { rule } from './rules.ts';

export type { Finding, Judgement };

export function judge(exchange: WireExchange, openings: Openings): Judgement {
  const { request, outcome } = exchange;
  const match = operationOf(request.method, request.url, openings.basePath);
  const notes = new Notes();
  if (outcome.kind === 'answered') {
    judgeResponse(exchange, outcome.response, match, openings, notes);
  } else if (!isRefusedByEnding(exchange)) {
    notes.check(rule.wholeResponse, 'response', 'one whole HTTP response', describeFailure(outcome.failure));
  }
  return { ...(match && { operation: match.operation.id }), checked: notes.checked, findings: notes.findings };
}

const usedMethods: ReadonlySet<string> = new Set([...operations.values()].map(({ method }) => method));

/** A server may answer 501 to a method that it does not know (RFC 9110 section 15.6.2), as simple ones do to HEAD. */
const isForeignMethod = ({ request }: WireExchange, { status }: WireResponse): boolean =>
  status === 501 && !usedMethods.has(request.method);

function judgeResponse(
  exchange: WireExchange,
  response: WireResponse,
  match: Match | undefined,
  openings: Openings,
  notes: Notes,
): void {
  notes.check(rule.wholeResponse, 'response', 'one whole HTTP response', undefined);
  const serverError =
    response.status >= 500 && !isForeignMethod(exchange, response) ? describeStatus(response) : undefined;
  notes.check(rule.noServerError, 'status', 'an answer that is no server error', serverError);
  // A request that is no operation of the contract (another method, another path) is bound only by the rules for every answer.
  if (serverError !== undefined || match === undefined) return;

  const { operation } = match;
  judgeHeaders(response, operation, notes);
  const admitted =
    openings.seesCredentials && operation.security === 'bearer'
      ? admittedUnknown(operation.id, exchange.request, response)
      : undefined;
  if (admitted) notes.check(admitted.requirement, admitted.at, admitted.expected, admitted.got);
  if (operation.shapeOpen && response.status < 300) return;
  if (isInFront(exchange.request, response) || mayBeAnotherPath(exchange.request.url)) return;
  if (isOfNoRoute(match, response)) return;
  const isElsewhere = response.status < 200 || (response.status >= 300 && response.status < 400);
  notes.check(
    rule.answersAtItsPath,
    'status',
    'an answer at the path itself',
    isElsewhere ? describeStatus(response) : undefined,
  );
  if (isElsewhere) return;

  const body = bodyOf(response);
  if (body.kind === 'json') {
    notes.checked.add(rule.parses);
    const wrongType = saysJson(response) ? undefined : (mediaTypeOf(response) ?? 'no content type');
    notes.check(rule.jsonType, 'header content-type', 'application/json', wrongType);
    if (isMfaDemand(body.value, operation.id, notes)) return;
  }
  const isInvalid = body.kind === 'json' && isOfTokens(operation) && isValidationError(body.value);
  const judgeBody = response.status < 300 && !isInvalid ? judgeSuccess : judgeError;
  const answer = { request: exchange.request, response, body, operation, openings, notes };
  judgeBody(answer);
  judgeList(answer);
  if (response.status >= 300) return;
  judgePayment(answer);
  judgeSigning(answer);
}

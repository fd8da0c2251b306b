// Calls without credentials, or with wrong ones, and the refusals that they have to meet.
import type { OperationId } from '../../../contract/operations.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { type Mismatch, refused } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import { anyInputOf } from '../../../harness/prepare/any-input.ts';
import { demandedMfa, inWords, statusOf, succeeded } from '../../../subject/answers.ts';
import type { CallInput } from '../../../subject/calls.ts';
import type { Way } from '../../errors/support/ways.ts';
import { validRequests } from './requests.ts';
import type { ValidRequest } from './sound-requests.ts';

/**
 * Each is refused for its lack of credentials, or for another mistake that a target may report first. If all are refused for another mistake,
 * the check is untested.
 */
export async function refusesNobody(check: Check, id: OperationId, requests: readonly ValidRequest[]): Promise<void> {
  const others = await inParallel(requests, (request) => otherRefusal(check, id, request));
  const other = others[0];
  if (others.every((exchange) => exchange !== undefined) && other) nothingAmiss(check, id, other);
}

/** The first request that gives a 401 without credentials. With wrong credentials, only these can be the reason of a refusal. */
export async function refusedToNobody(check: Check, id: OperationId): Promise<ValidRequest> {
  let latest: Exchange | undefined;
  for (const request of await validRequests(check, id)) {
    latest = await otherRefusal(check, id, request);
    if (latest === undefined) return request;
  }
  return nothingAmiss(check, id, latest!);
}

/** `way` is the way to ask. */
export async function refusesEach(
  check: Check,
  id: OperationId,
  authorizations: readonly string[],
  way: Way = (input) => input,
): Promise<void> {
  const request = await refusedToNobody(check, id);
  const asked = { ...request, input: way(request.input) };
  await inParallel(authorizations, async (authorization) => {
    expect(await wrongly(check, id, asked, { authorization })).toBeRefused(401);
  });
}

/**
 * A valid token of the wrong kind may also be answered with 403 (RFC 6750, section 3.1). That proves nothing where the owner's
 * access token gets 403 as well, such as for a payment that nobody can cancel; such a request is left out.
 */
export async function refusesOther(check: Check, id: OperationId, request: ValidRequest, authorization: string) {
  const { api, untested } = check;
  const first = await wrongly(check, id, request, { authorization });
  expect(first).toSatisfy(refusedAsUnknown);
  if (statusOf(first) === 401) return;
  const nothing: ValidRequest = { input: anyInputOf(id, api.names), about: 'nothing' };
  for (const one of [request, nothing, ...(await validRequests(check, id)).slice(0, mostOthers)]) {
    const exchange = await wrongly(check, id, one, { authorization });
    if (succeeded(exchange)) expect(exchange).toSatisfy(refusedAsUnknown);
    if (statusOf(exchange) === 401) return;
    if (statusOf(exchange) !== 403) continue;
    if (one.spends) check.spend(one.spends);
    if (statusOf(await api.call(id, one.input)) !== 403) return;
  }
  untested(`a user who may call ${id}`);
}

/** The most other requests that are tried where a target refuses the first to its owner too. */
const mostOthers = 4;

/** A row of the specification, or RFC 6750, allows 403 besides the 401 of the general rule. */
export const refusedAsUnknown = (exchange: Exchange): Mismatch =>
  [401, 403].includes(statusOf(exchange) ?? 0)
    ? undefined
    : { expected: 'a refusal with 401 or 403', got: inWords(exchange) };

/** Returns the refusal of a request without credentials that was refused for another reason. A refusal for missing credentials must be a 401. */
async function otherRefusal(check: Check, id: OperationId, request: ValidRequest): Promise<Exchange | undefined> {
  const exchange = await wrongly(check, id, request, { as: 'nobody' });
  const isOther = statusOf(exchange) !== 401 && refused(exchange) === undefined;
  if (isOther && statusOf(exchange) === 429) nothingAmiss(check, id, exchange);
  if (isOther && request.about === 'nothing') return exchange;
  expect(exchange).toBeRefused(401);
  return undefined;
}

const nothingAmiss = ({ untested }: Check, id: OperationId, exchange: Exchange): never =>
  untested(`a request of ${id} with nothing amiss but its credentials: ${inWords(exchange)}`);

/** A request that is wrongly accepted is counted as spent. It is reported even where nothing is left to spend. */
async function wrongly(
  check: Check,
  id: OperationId,
  { input, spends }: ValidRequest,
  credentials: Pick<CallInput, 'as' | 'authorization'>,
): Promise<Exchange> {
  const exchange = await check.api.call(id, { ...input, ...credentials });
  const isDone = succeeded(exchange) && demandedMfa(exchange) === undefined;
  if (spends && isDone) await unlessUntested(async () => check.spend(spends));
  return exchange;
}

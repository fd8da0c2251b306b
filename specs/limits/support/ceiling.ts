// Whether a limit for all requests together refuses: a gateway may count every request of a client.
import type { OperationId } from '../../../contract/operations.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { grace, toldWait } from '../../../load/announcement.ts';
import { traceOf } from '../../../load/trace.ts';
import { statusOf } from '../../../subject/answers.ts';
import type { CallInput } from '../../../subject/calls.ts';
import { silence } from './sending.ts';

export interface Asked {
  readonly id: OperationId;
  readonly call: CallInput;
}

/** Requests to operations without a limit that are cheap to answer. */
const unlimited: Asked = { id: 'listWebhookEvents', call: {} };

/** More than went out beyond the limit, because what prepared it was sent as well. */
const somewhatMore = 1.2;
/** A machine that is busy just then may send too slowly to meet what counts everything. */
const attempts = 2;
/** Milliseconds after which no limit is over any more, where nothing tells when, and those that are worth waiting. */
const [usualWait, longestWait] = [4500, 60_000];

/** All at once, each answer as it is. */
export const askedAtOnce = ({ api }: Check, asked: readonly Asked[], atOnce?: number): Promise<readonly Exchange[]> =>
  inParallel(asked, ({ id, call }) => api.call(id, { ...call, on429: 'return' }), atOnce);

/**
 * The control of requests that were refused beyond a limit: the same ones in the same rhythm while nothing is over a limit, with as many
 * requests between them as went beyond it. Some of these refused as well: then it was not that limit that refused the others.
 */
export async function isCeiling(
  check: Check,
  requests: number,
  others: readonly Asked[],
  refused: readonly Exchange[],
): Promise<boolean> {
  const many = Array.from({ length: Math.ceil(somewhatMore * requests) + others.length }, () => unlimited);
  let limited = refused;
  for (let tried = 0; tried < attempts; tried += 1) {
    const told = traceOf(limited).map(({ announced }) => (toldWait(announced) ?? 0) + grace);
    await silence(check, Math.min(longestWait, Math.max(usualWait, ...told)));
    // A request that is refused even now says nothing about the number of requests.
    if ((await askedAtOnce(check, [unlimited, ...others])).some(isLimited)) return false;
    const crowd = await askedAtOnce(check, many, many.length);
    limited = [...crowd, ...(await askedAtOnce(check, others))].filter(isLimited);
    if (limited.length > 0) return true;
  }
  return false;
}

export const isLimited = (answer: Exchange | undefined): boolean => answer !== undefined && statusOf(answer) === 429;

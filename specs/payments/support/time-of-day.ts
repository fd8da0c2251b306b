// When a payment was made: its createdAt beside the clocks that saw it made.

import { meaningful } from '../../../contract/presence.ts';
import { header } from '../../../contract/wire.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import type { ReadPayment } from './payment.ts';

const minute = 60_000;
const tolerance = 10 * minute;

/** No zone is further away; a server that is has a time of its own, as a sandbox may. */
const furthestZone = 15 * 60 * minute;

/** Of a Date that differs from the clock here nobody knows which of them is right, nor whether it is that of the payments. */
export const isCreatedThen =
  (creation: Exchange) =>
  ({ fields }: ReadPayment): Mismatch => {
    const { outcome, times } = creation;
    if (outcome.kind !== 'answered') return undefined;
    const date = Date.parse(header(outcome.response.headers, 'date') ?? '');
    const [milliseconds, seconds] = [meaningful(fields.createdAt), meaningful(fields.createdAtUnix)];
    const created = Number(milliseconds ?? Number(seconds) * 1000);
    const away = Math.abs(created - date);
    const isCertain = Math.abs(date - times.startedAt - times.ended) <= tolerance;
    if (!isCertain || !(away > tolerance && away <= furthestZone)) return undefined;
    return {
      expected: `a createdAt near ${new Date(date).toISOString()}, the Date of the answer that made it`,
      got: new Date(created).toISOString(),
    };
  };

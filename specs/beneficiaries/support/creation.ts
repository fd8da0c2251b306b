// What a creation of a beneficiary is held to, and reading back what it made.
import { describeFailure, describeStatus } from '../../../contract/judge/answers.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { type Created, createdIn, isShown, shownBy } from '../../../harness/prepare/beneficiaries.ts';

/** Where many may be created, each bound is tried with each kind of beneficiary. */
export const mayCreateMany = ({ profile }: Check): boolean => profile.allow.createBeneficiaries >= 5000;

export function isCreated(exchange: Exchange): Mismatch {
  if (createdIn(exchange)) return undefined;
  const { outcome } = exchange;
  const got = outcome.kind === 'failed' ? describeFailure(outcome.failure) : describeStatus(outcome.response);
  return { expected: 'a new beneficiary, with its id in data and no errors', got };
}

/** A success that answered the beneficiary, by either of its ids. */
export async function readBack(check: Check, { id, uuid }: Created): Promise<Exchange | undefined> {
  const exchange = await shownBy(check, [uuid, id]);
  return isShown(exchange) ? exchange : undefined;
}

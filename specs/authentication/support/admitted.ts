// The reads and writes to which a valid access token has to be admitted. A target may admit tokens of some origin only to reads.
import type { OperationId } from '../../../contract/operations.ts';
import { nowhere } from '../../../generators/ids.ts';
import { expect } from '../../../harness/assert/expect.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import { anyInputOf } from '../../../harness/prepare/any-input.ts';
import type { inSession } from '../../../harness/prepare/fresh-session.ts';
import type { CallInput } from '../../../subject/calls.ts';
import type { Names } from '../../../subject/names.ts';
import { readings } from './requests.ts';

type InSession = ReturnType<typeof inSession> & Pick<CallInput, 'capitals'>;

/** Requests by each method besides GET, about things that do not exist. */
const idleWrites = (names: Names): ReadonlyArray<readonly [OperationId, CallInput]> => [
  ...(['cancelPayment', 'setSmsBalanceNotification', 'readCardCredentials'] as const).map(
    (id) => [id, anyInputOf(id, names)] as const,
  ),
  ['signPayments', { query: { validate: 1 }, json: { id: [nowhere] } }],
];

/** Reads are asked about things that do not exist as well. */
export async function admitsToEverything(check: Check, session: InSession): Promise<void> {
  for (const id of readings) {
    expect(await check.api.call(id, { ...anyInputOf(id, check.api.names), ...session })).toBeAdmitted();
  }
  await admitsToWrites(check, session);
}

/** Requests that --safe forbids, or that lead to a demand which nobody can confirm, are left out. */
export async function admitsToWrites(check: Check, session: InSession): Promise<void> {
  for (const [id, input] of idleWrites(check.api.names)) {
    await unlessUntested(async () => expect(await check.api.call(id, { ...input, ...session })).toBeAdmitted());
  }
}

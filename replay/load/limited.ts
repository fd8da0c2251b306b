// Excuses a 429 under load: every operation that the specification limits may answer it, because a load is meant to reach the limits.
import { type OperationId, operations } from '../../contract/operations.ts';
import type { Step } from '../plan/steps.ts';
import type { Refusals } from '../run/refusals.ts';

/** Whether its row in the specification lists 429. */
export const isLimited = ({ key }: Step['operation']): boolean =>
  operations.get(key as OperationId)?.listed.includes(429) === true;

const because = ({ operation }: Step): string | undefined =>
  isLimited(operation) ? 'the specification limits this operation' : undefined;

export const refusalsUnderLoad: Refusals = {
  sent: () => undefined,
  answered: () => undefined,
  explanation: because,
  admission: because,
};

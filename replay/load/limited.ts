// Which 429 a load may meet: those of operations that the specification limits. How often each was asked is no matter, as a load
// is there to reach what limits it.
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

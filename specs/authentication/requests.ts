// Requests that are valid but for their credentials, so that a refusal can only be about these.
import { type OperationId, operations } from '../../contract/operations.ts';
import type { CallInput } from '../../target/calls.ts';
import type { Names } from '../../target/names.ts';
import { anyInputOf } from '../harness/any-input.ts';
import type { Check } from '../harness/check.ts';
import { Untested } from '../harness/failures.ts';
import { inParallel } from '../harness/parallel.ts';
import { sample } from '../harness/sample.ts';

/** Where a token is needed, the list of webhook events aside, which has a rule of its own. */
export const bearerOperations: readonly OperationId[] = [...operations.values()]
  .filter(({ id, security }) => security === 'bearer' && id !== 'listWebhookEvents' && !isOpenRefresh(id))
  .map(({ id }) => id);

/** Whether the two older refreshes need a token is not stated. */
function isOpenRefresh(id: OperationId): boolean {
  return id === 'refreshV2' || id === 'refreshTokenV2';
}

/** Those with an id in their path. */
export const operationsOnOne: readonly OperationId[] = bearerOperations.filter((id) =>
  operations.get(id)?.path.includes('{'),
);

/** One of everything that only reads. */
export const readings: readonly OperationId[] = [
  'listCards',
  'readCard',
  'listCardsV1',
  'readCardV1',
  'readCardLimitsV1',
  'readPayment',
  'readBeneficiary',
  'readWebhook',
  'listWebhookEvents',
  'issueWebSocketToken',
];

const paymentsRead = 20;

/**
 * What reads is asked about all that exists, for a target may forget to ask who reads one of them. What would change
 * something is asked about nothing, so that a target which forgets to ask changes nothing.
 */
export async function validRequests(check: Check, id: OperationId): Promise<readonly CallInput[]> {
  const { fixtures, seed } = check;
  const { names } = check.api;
  switch (id) {
    case 'readCard':
    case 'readCardV1':
    case 'readCardLimitsV1':
      return named(id, names, await known(fixtures.cards));
    case 'readCardCredentials': {
      const cards = await known(fixtures.cards);
      return named(id, names, cards).map((input) => ({ ...input, json: { fields: ['phone'] } }));
    }
    case 'readPayment':
      return named(id, names, sample(await known(fixtures.payments), paymentsRead, seed));
    case 'readBeneficiary':
      return named(id, names, await known(fixtures.beneficiaries));
    case 'signPayments':
      return [{ ...anyInputOf(id, names), query: { validate: 1 } }];
    default:
      return [anyInputOf(id, names)];
  }
}

const named = (id: OperationId, names: Names, things: readonly string[]): readonly CallInput[] =>
  things.length === 0 ? [anyInputOf(id, names)] : things.map((thing) => ({ path: { id: thing } }));

async function known(find: () => readonly string[] | Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof Untested) return [];
    throw error;
  }
}

const operationsAtOnce = 3;

/** Does the work for each operation; what is missing for some, as under --safe, is told when the others are done. */
export async function toEach(
  check: Check,
  ids: readonly OperationId[],
  work: (id: OperationId) => Promise<void>,
): Promise<void> {
  const missing = new Set<string>();
  const attempt = async (id: OperationId) => {
    try {
      await work(id);
    } catch (error) {
      if (!(error instanceof Untested)) throw error;
      missing.add(error.missing);
    }
  };
  await inParallel(ids, attempt, operationsAtOnce);
  if (missing.size > 0) check.untested([...missing].join('; '));
}

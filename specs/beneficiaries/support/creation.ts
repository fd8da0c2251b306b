// Creating beneficiaries: how many a check may create, bodies with one thing wrong, and what a success has to be.
import { describeFailure, describeStatus } from '../../../contract/judge/answers.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Selector } from '../../../generators/requests.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { operationsUnder } from '../../../harness/assert/property.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { createdIn } from '../../../harness/prepare/beneficiaries.ts';

/** Whether each bound can be tried with each kind of beneficiary. */
export const mayCreateMany = ({ profile }: Check): boolean => profile.allow.createBeneficiaries >= 5000;

/** Whether a dozen more are few compared with what a run creates anyway. */
export const mayCreateSome = ({ profile }: Check): boolean => profile.allow.createBeneficiaries >= 500;

export function isCreated(exchange: Exchange): Mismatch {
  if (createdIn(exchange)) return undefined;
  const { outcome } = exchange;
  const got = outcome.kind === 'failed' ? describeFailure(outcome.failure) : describeStatus(outcome.response);
  return { expected: 'a new beneficiary, with its id in data and no errors', got };
}

/** Requests with one thing wrong, each beside its twin. */
export const brokenBeneficiaries = ({ api, profile }: Check, selector: Selector) =>
  operationsUnder(api.names, profile.fixtures.accounts)('createBeneficiary').withOneDefect(selector);

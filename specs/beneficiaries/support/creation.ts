// Creating beneficiaries, each new one claimed from what the profile allows, and reading them back.
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { describeFailure, describeStatus } from '../../../contract/judge/answers.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { accountsOfBank } from '../../../generators/bodies/banks.ts';
import { bodiesOf } from '../../../generators/bodies/bodies.ts';
import type { Fields } from '../../../generators/bodies/body.ts';
import { idIn } from '../../../generators/ids.ts';
import { meaningOf } from '../../../generators/judgements.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { patiently } from '../../../harness/assert/patiently.ts';
import { settling } from '../../../harness/assert/settling.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { pastSecondFactor } from '../../../harness/prepare/past-second-factor.ts';
import { isFields, jsonOf, succeeded, within } from '../../../subject/answers.ts';

export interface Variant {
  readonly name: string;
  /** As many as wanted; the same seed makes the same, of this variant. */
  sample(count: number, seed: number): readonly Fields[];
}

/** Each kind of entity with each kind of account, and no member that its kind does not need. */
export const variantsIn = ({ profile }: Check, alphabet: 'ascii' | 'unicode'): readonly Variant[] =>
  bodiesOf('createBeneficiary', {
    alphabet,
    accounts: profile.fixtures.accounts,
    fresh: randomInt(accountsOfBank),
  })!.variants.map(({ name, fields }) => ({
    name,
    sample: (count, seed) => fc.sample(fields, { numRuns: count, seed }),
  }));

/** Where many may be created, each bound is tried with each kind of beneficiary. */
export const mayCreateMany = ({ profile }: Check): boolean => profile.allow.createBeneficiaries >= 5000;

export async function create(check: Check, json: Fields): Promise<Exchange> {
  check.spend('createBeneficiaries');
  return pastSecondFactor(check, 'createBeneficiary', { json });
}

export interface Created {
  readonly id: string;
  readonly uuid: string;
}

/** Undefined when the exchange created nothing. */
export function createdIn(exchange: Exchange): Created | undefined {
  if (meaningOf('createBeneficiary', exchange) !== 'accepted') return undefined;
  const [id, uuid] = [within(jsonOf(exchange), 'data', 'id'), within(jsonOf(exchange), 'data', 'uuid')];
  if (id === undefined && uuid === undefined) return undefined;
  // A number that has lost digits would lead to another beneficiary.
  return { id: idIn(id) ?? String(uuid), uuid: String(uuid) };
}

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

/** What is answered under the first of these ids that leads to the beneficiary; a new one may take a moment to show. */
export function shownBy(check: Check, ids: readonly string[]): Promise<Exchange> {
  const read = async () => {
    let exchange: Exchange | undefined;
    for (const id of ids) {
      exchange = await check.api.call('readBeneficiary', { path: { id }, confirmMfa: true });
      if (isShown(exchange)) break;
    }
    return exchange as Exchange;
  };
  return patiently(check, read, isShown, settling['BEN-35']);
}

const isShown = (exchange: Exchange): boolean => succeeded(exchange) && isFields(jsonOf(exchange));

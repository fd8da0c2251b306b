// Creates beneficiaries within what the profile allows, and finds some that can be read.
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import type { Exchange } from '../../exchange/exchange.ts';
import { accountsOfBank } from '../../generators/bodies/banks.ts';
import { bodiesOf } from '../../generators/bodies/bodies.ts';
import { meaningOf } from '../../generators/expectations.ts';
import { idIn } from '../../generators/ids.ts';
import { type Fields, isFields, jsonOf, succeeded, within } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { patiently } from '../assert/patiently.ts';
import { settling } from '../assert/settling.ts';
import type { Check } from '../declare/check.ts';
import { Untested, unlessUntested } from '../declare/failures.ts';
import { doneOncePerProcess } from './once.ts';
import { pastSecondFactor } from './past-second-factor.ts';

export interface BodyKind {
  readonly name: string;
  /** `count` bodies of this kind, by default one. Another `variation` gives other bodies. */
  sample(count?: number, variation?: number): readonly Fields[];
}

/** Kinds draw different accounts, because a target may answer with the beneficiary that it already has for an account. */
const apart = 1000;

/** Each kind of entity with each kind of account, and no member that its kind does not need. */
export const kindsFor = ({ profile, seed }: Check): readonly BodyKind[] =>
  bodiesOf('createBeneficiary', { accounts: profile.fixtures.accounts, fresh: randomInt(accountsOfBank) })!.kinds.map(
    ({ name, fields }, place) => ({
      name,
      sample: (count = 1, variation = 0) =>
        fc.sample(fields, { numRuns: count, seed: seed + variation + place * apart }),
    }),
  );

/** So many bodies of each kind. */
export const bodiesOfEachKind = (check: Check, count?: number, variation?: number): readonly Fields[] =>
  kindsFor(check).flatMap((kind) => kind.sample(count, variation));

export async function create(check: Check, json: Fields, how: Call = {}): Promise<Exchange> {
  check.spend('createBeneficiaries');
  return pastSecondFactor(check, 'createBeneficiary', { json, ...how });
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
  // Without `idIn`, a number that has lost digits would lead to another beneficiary.
  return { id: idIn(id) ?? String(uuid), uuid: String(uuid) };
}

/** A target may check accounts by further rules, which a made-up account passes only by chance. */
export const attemptsOfKind = 20;

/** A new one of this kind. Ends the check where the target takes none. */
export async function oneCreated(check: Check, kind: BodyKind): Promise<Created> {
  for (const fields of kind.sample(attemptsOfKind, 1)) {
    const created = createdIn(await create(check, fields));
    if (created) return created;
  }
  return check.untested(`a beneficiary that is accepted (${kind.name})`);
}

/** What is answered under the first of these ids that leads to the beneficiary; a new one may take a moment to show. */
export function shownBy(check: Check, ids: readonly string[], as = check.api.user.name): Promise<Exchange> {
  const read = async () => {
    let exchange: Exchange | undefined;
    for (const id of ids) {
      exchange = await check.api.call('readBeneficiary', { as, path: { id }, confirmMfa: true });
      if (isShown(exchange)) break;
    }
    return exchange as Exchange;
  };
  return patiently(check, read, isShown, settling['BEN-35']);
}

export const isShown = (exchange: Exchange): boolean => succeeded(exchange) && isFields(jsonOf(exchange));

/** Ids by which beneficiaries can be read: those that the profile names, or where it names none, those of one that is created. */
export async function beneficiariesOf(check: Check): Promise<readonly string[]> {
  const { beneficiaries } = check.profile.fixtures;
  const ids = beneficiaries.kind === 'declared' ? beneficiaries.value : await idsOfCreated(check);
  if (ids.length === 0) throw new Untested('there is no beneficiary (fixtures.beneficiaries)');
  return ids;
}

/** The same for checks that can do without a beneficiary. */
export const beneficiariesIfAny = async (check: Check): Promise<readonly string[]> =>
  (await unlessUntested(() => beneficiariesOf(check))) ?? [];

/** The same, with a numeric id among them where possible; a profile may name only UUIDs. */
export async function beneficiariesWithNumber(check: Check): Promise<readonly string[]> {
  const ids = await beneficiariesIfAny(check);
  if (ids.length === 0 || ids.some((id) => isNumber(id))) return ids;
  const created = (await unlessUntested(() => idsOfCreated(check))) ?? [];
  return [...ids, ...created.filter(isNumber)];
}

export const isNumber = (id: string): boolean => /^\d+$/.test(id);

/** The ids of a beneficiary of the first kind that the target accepts. */
const idsOfCreated = doneOncePerProcess(async (check): Promise<readonly string[]> => {
  if (check.profile.allow.createBeneficiaries === 0) return [];
  for (const json of bodiesOfEachKind(check)) {
    const created = createdIn(await create(check, json));
    if (created === undefined) continue;
    const ids = [...new Set([created.uuid, created.id])];
    const shown = await shownBy(check, ids);
    if (!isShown(shown)) return [];
    const leading = ids.filter((id) => shown.request.url.endsWith(`/${id}`));
    for (const id of ids.filter((one) => !leading.includes(one)))
      if (isShown(await check.api.call('readBeneficiary', { path: { id } }))) leading.push(id);
    return leading;
  }
  return [];
});

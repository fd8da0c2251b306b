// How much of what the profile allows each shard may use, so that all together keep within it without knowing of each other.
import type { Allowance } from '../../subject/profile/profile.ts';
import type { Spent } from '../changes/spending.ts';
import { quietFile } from '../settings.ts';
import type { CheckFile } from './division.ts';

type Share = Readonly<Record<Spent, number>>;

/**
 * How often the checks of a file claimed each thing in a run at depth `quick`: the proportions by which an allowance is divided.
 */
const needs: Readonly<Record<string, Partial<Share>>> = {
  [quietFile]: { createPayments: 336, createBeneficiaries: 6, inviteMembers: 6, cancelPayments: 1, signDrafts: 1 },
  'authentication/bearer': { createBeneficiaries: 1 },
  'authentication/foreign': { inviteMembers: 3 },
  'beneficiaries/at-once': { createBeneficiaries: 14 },
  'beneficiaries/creation': { createBeneficiaries: 303 },
  'beneficiaries/foreign-uuid': { createBeneficiaries: 3 },
  'beneficiaries/new-ids': { createBeneficiaries: 13 },
  'beneficiaries/reading': { createBeneficiaries: 1 },
  'beneficiaries/rules': { createBeneficiaries: 428 },
  'beneficiaries/unneeded': { createBeneficiaries: 33 },
  'errors/content-types': { createBeneficiaries: 3, inviteMembers: 3 },
  'errors/forbidden': { createBeneficiaries: 1, inviteMembers: 1, createPayments: 1 },
  'errors/robustness': { createBeneficiaries: 162, inviteMembers: 84 },
  'errors/scalars': { createBeneficiaries: 1, inviteMembers: 1 },
  'members/invitation': { inviteMembers: 26 },
  'mfa/sign-token': { createPayments: 1, inviteMembers: 3, signDrafts: 2 },
  'parity/content-types': { inviteMembers: 5 },
  'payments/cancelling': { cancelPayments: 6 },
  'payments/creating': { createPayments: 4 },
  'payments/signing': { signDrafts: 4 },
  'payments/signing-many': { signDrafts: 4 },
  'versions/versions': { createPayments: 1 },
};

/** The need that is assumed for files without a known one. */
const unforeseen = 0.001;

const kinds: readonly Spent[] = [
  'createPayments',
  'createBeneficiaries',
  'inviteMembers',
  'cancelPayments',
  'signDrafts',
];

/** The share of each shard; those of all shards add up to the allowance. */
export function sharesOf(
  allowance: Pick<Allowance, Spent>,
  parts: readonly (readonly Pick<CheckFile<unknown>, 'name'>[])[],
): readonly Share[] {
  const divided = kinds.map((kind) => {
    const wanted = parts.map((files) => files.reduce((sum, { name }) => sum + (needs[name]?.[kind] ?? unforeseen), 0));
    return [kind, apportioned(allowance[kind], wanted)] as const;
  });
  return parts.map(
    (_, index) => Object.fromEntries(divided.map(([kind, shares]) => [kind, shares[index] ?? 0])) as Share,
  );
}

/** In whole numbers, by the largest remainders. */
function apportioned(amount: number, wanted: readonly number[]): readonly number[] {
  const total = wanted.reduce((sum, want) => sum + want, 0);
  if (total === 0) return wanted.map(() => 0);
  const exact = wanted.map((want) => (amount * want) / total);
  const left = Math.max(0, amount - exact.reduce((sum, share) => sum + Math.floor(share), 0));
  const byLoss = exact.map((share, index) => ({ index, loss: share - Math.floor(share) }));
  const more = new Set(
    byLoss
      .toSorted((one, other) => other.loss - one.loss)
      .slice(0, left)
      .map(({ index }) => index),
  );
  return exact.map((share, index) => Math.floor(share) + (more.has(index) ? 1 : 0));
}

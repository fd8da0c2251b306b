// What a run may leave at its target, as far as that is known before it begins.
import type { OperationId } from '../../contract/operations.ts';
import { select } from '../../contract/requirements.ts';
import type { Allowance } from '../../subject/profile/profile.ts';
import { unbounded } from '../../subject/profile/settling.ts';
import type { Settings } from '../settings.ts';
import { lasting } from './left.ts';
import type { Spent } from './spending.ts';

/** `most`: absent where the profile sets no bound. `usual`: the number that checks at this depth left at the reference service. */
export interface Foreseen {
  readonly what: Spent;
  readonly most?: number;
  readonly usual?: number;
}

const seen: Readonly<Partial<Record<Settings['depth'], Readonly<Record<Spent, number>>>>> = {
  quick: { createPayments: 120, createBeneficiaries: 800, inviteMembers: 30, cancelPayments: 3, signDrafts: 8 },
  standard: { createPayments: 400, createBeneficiaries: 2_500, inviteMembers: 30, cancelPayments: 3, signDrafts: 16 },
};

/** Empty when nothing that the run asks for stays at the target. */
export function foreseen({ only, depth, safe }: Settings, allow: Allowance): readonly Foreseen[] {
  if (safe) return [];
  const { chosen } = select(only);
  const isCalled = (id: OperationId) => chosen.some(({ operations }) => operations === '*' || operations.includes(id));
  return (Object.entries(lasting) as [OperationId, Spent][])
    .filter(([id, what]) => allow[what] > 0 && isCalled(id))
    .map(([, what]) => {
      if (allow[what] !== unbounded) return { what, most: allow[what] };
      const usual = only.length === 0 ? seen[depth]?.[what] : undefined;
      return { what, ...(usual !== undefined && { usual }) };
    });
}

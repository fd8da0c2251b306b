// Several confirmations of the same user, one after another (Authentication, rule 5). Other checks ask for another confirmation when the
// first is refused, so only this check shows a confirmation that fails once among many.
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { confirmingUsers, demandOf } from '../../harness/prepare/second-factor.ts';
import type { Depth } from '../../load/depth.ts';
import type { UserName } from '../../subject/profile/profile.ts';

const timesAt: Readonly<Record<Depth, number>> = { quick: 8, standard: 16, deep: 40 };

// Time-based codes are not tried, because each may have to be waited for.
requirement(
  'MFA-03',
  'the right code confirms a request of either type, sms and google',
  'again and again',
  async (check) => {
    const { users } = check.profile;
    const names = confirmingUsers(check).filter((name) => users[name]?.mfa?.code.kind !== 'totp');
    const persons = new Map(names.map((name) => [users[name]?.username, name]));
    await inParallel([...persons.values()], (user) => confirmsEach(check, user, timesAt[check.depth]));
  },
);

/**
 * Refusals alone blame nobody, because a target may lock a user or limit its requests. A refusal between two successes is repeated alone,
 * because somebody else may have asked for a code of this user meanwhile.
 */
async function confirmsEach(check: Check, user: UserName, times: number): Promise<void> {
  let refusal: Exchange | undefined;
  let isConfirmed = false;
  for (let time = 0; time < times; time++) {
    const demand = await demandOf(check, user);
    const confirmation = demand && (await check.api.confirm(demand.mfaToken, user));
    if (confirmation?.kind === 'refused' && refusal === undefined) {
      if (isConfirmed) refusal = confirmation.exchange;
    } else if (confirmation?.kind !== 'confirmed') return;
    else if (refusal) {
      check.doubt();
      expect(refusal).toBeAccepted();
    } else isConfirmed = true;
  }
}

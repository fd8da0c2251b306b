// The sign token where it is asked for: inviting a member, signing drafts, the older exchange, and whatever else demands a
// second factor (Authentication, rule 5).
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { Untested } from '../../harness/declare/failures.ts';
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { noDemand } from '../../harness/prepare/second-factor.ts';
import { UnexpectedAnswer, UnknownName } from '../../subject/api.ts';
import type { MfaType, UserName } from '../../subject/profile/profile.ts';
import { invitesNobody, signsNothing } from './support/never-issued.ts';
import { type Use, uses } from './support/uses.ts';

// The same draft is signed by the check behind the one that must not sign it.
oneAfterAnother();

requirement(
  'PAY-54',
  'signing with validate 0 and no sign token, or one never issued, is not accepted and leaves the drafts as they were',
  'of another user who confirms',
  (check) => whereItCanBeHad(() => signsNothing(check)),
);

// Each operation with each type of factor that some user has. What cannot be tried does not hide what the others show.
requirement('MFA-13', 'a sign token just issued is accepted wherever one is asked for', async (check) => {
  const missing: string[] = [];
  let tried = 0;
  for (const use of uses) {
    const users = await use.users(check);
    for (const type of new Set(users.map((user) => typeOf(check, user)))) {
      const lacked = await firstTried(
        check,
        use,
        users.filter((user) => typeOf(check, user) === type),
      );
      if (lacked === undefined) tried += 1;
      else missing.push(lacked);
    }
  }
  if (tried === 0) check.untested(missing[0] ?? noDemand);
});

// Last, so that it takes none of the invitations that the check before needs.
requirement(
  'MEM-11',
  'an invitation that needs a sign token is not accepted with one never issued or issued to another user',
  'of another user who confirms',
  (check) => whereItCanBeHad(() => invitesNobody(check)),
);

const typeOf = ({ profile }: Check, user: UserName): MfaType | undefined => profile.users[user]?.mfa?.type;

const isMissing = (error: unknown): error is Error =>
  error instanceof Untested || error instanceof UnexpectedAnswer || error instanceof UnknownName;

/** Other checks say what is missing. */
async function whereItCanBeHad(ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** What is missing, where none of the users gets as far as using a sign token. */
async function firstTried(check: Check, use: Use, users: readonly UserName[]): Promise<string | undefined> {
  let missing: string | undefined;
  for (const user of users) {
    try {
      expect(await use.withNewToken(check, user)).toBeAccepted();
      return undefined;
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing ??= error.message;
    }
  }
  return missing;
}

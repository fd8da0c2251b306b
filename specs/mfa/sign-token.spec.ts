// The sign token where it is asked for: inviting a member, signing drafts, the older exchange, and whatever else demands a
// second factor (Authentication, rule 5).
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { Untested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { noDemand } from '../../harness/prepare/second-factor.ts';
import { UnexpectedAnswer, UnknownName } from '../../subject/api.ts';
import type { MfaType, UserName } from '../../subject/profile/profile.ts';
import { type Use, uses } from './support/uses.ts';

// Each operation with each type of factor that some user has. What cannot be tried does not hide what the others show.
requirement(
  'MFA-13',
  `a sign token just issued, by either type of factor, is accepted where one is asked for: in a member invitation, in
   signing drafts, in the v2 exchange of a user who is asked at login, and wherever else one is demanded`,
  async (check) => {
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
  },
);

const typeOf = ({ profile }: Check, user: UserName): MfaType | undefined => profile.users[user]?.mfa?.type;

/** What is missing, where none of the users gets as far as using a sign token. */
async function firstTried(check: Check, use: Use, users: readonly UserName[]): Promise<string | undefined> {
  let missing: string | undefined;
  for (const user of users) {
    try {
      expect(await use.withNewToken(check, user)).toBeAccepted();
      return undefined;
    } catch (error) {
      const isMissing = error instanceof Untested || error instanceof UnexpectedAnswer || error instanceof UnknownName;
      if (!isMissing) throw error;
      missing ??= error.message;
    }
  }
  return missing;
}

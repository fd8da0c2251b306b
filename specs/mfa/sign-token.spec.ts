// The sign token where it is needed: inviting a member, signing drafts, the older exchange, and other operations that demand a second factor
// (Authentication, rule 5).
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { noDemand } from '../../harness/prepare/second-factor.ts';
import { everyCell, inWords, isMissing, lackedAtAll } from './support/cells.ts';
import { invitesNobody, signsNothing } from './support/never-issued.ts';

// One after another, because the later check signs the draft that the earlier one must not sign.
oneAfterAnother();

requirement(
  'PAY-54',
  'signing with validate 0 and no sign token, or one never issued, is not accepted and leaves the drafts as they were',
  'of another user who confirms',
  (check) => whereItCanBeHad(() => signsNothing(check)),
);

requirement('MFA-13', 'a sign token just issued is accepted wherever one is asked for', async (check) => {
  const cells = await everyCell(check);
  const lacked = lackedAtAll(cells);
  if (lacked.length > 0) check.untested(lacked.join('; '));
  if (cells.every(({ tried }) => !tried)) check.untested(cells.find(({ lacked: what }) => what)?.lacked ?? noDemand);
  check.observe(inWords(cells));
});

// This check is last, so that it takes no invitation that the check before needs.
requirement(
  'MEM-11',
  'an invitation that needs a sign token is not accepted with one never issued or issued to another user',
  'of another user who confirms',
  (check) => whereItCanBeHad(() => invitesNobody(check)),
);

/** Other checks report what is missing. */
async function whereItCanBeHad(ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

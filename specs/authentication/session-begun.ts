// A session that begins with the run, so that its access token is some seconds old when the quiet checks are done (Authentication, rule 4),
// without a wait.
import { expect } from '../../harness/assert/expect.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { begunSession, usedNow } from './support/aging.ts';

requirement(
  'AUTH-15',
  'a valid access token is accepted as a bearer token',
  'of a session just begun',
  async (check) => {
    expect(await usedNow(check, await begunSession(check))).toBeAdmitted();
  },
);

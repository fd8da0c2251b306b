// The access token of the session that began with the run, some seconds later (Authentication, rule 4).
import { expect } from '../../harness/assert/expect.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { aged, usedNow } from './support/aging.ts';

requirement('AUTH-15', 'a valid access token is accepted as a bearer token', 'some seconds later', async (check) => {
  const session = await aged(check);
  if (session) expect(await usedNow(check, session)).toBeAdmitted();
});

// The tokens of the session that began with the run, some seconds later (Authentication, rule 4).
import { expect } from '../../harness/assert/expect.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { aged, refreshedNow, usedNow } from './support/aging.ts';

requirement('AUTH-15', 'a valid access token is accepted as a bearer token', 'some seconds later', async (check) => {
  const session = await aged(check, 'access');
  if (session) expect(await usedNow(check, session)).toBeAdmitted();
});

requirement(
  'SESS-13',
  'a refresh with a valid refresh token in a form body and without an Authorization header answers a token pair',
  'some seconds later',
  async (check) => {
    const { refresh } = (await aged(check, 'refresh')) ?? {};
    if (refresh !== undefined) expect(await refreshedNow(check, refresh)).toBeAccepted();
  },
);

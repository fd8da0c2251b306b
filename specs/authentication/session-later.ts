// The tokens of the sessions that began with the run, some seconds later (Authentication, rule 4).
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
    const session = await aged(check, 'refresh');
    if (session?.refresh !== undefined) expect(await refreshedNow(check, session)).toBeAccepted();
  },
);

requirement(
  'SESS-15',
  'both tokens of a refreshed pair work, the access token as a bearer token and the refresh token for another refresh',
  'some seconds later',
  async (check) => {
    const withAccess = await aged(check, 'access', 'refresh');
    if (withAccess) expect(await usedNow(check, withAccess)).toBeAdmitted();
    const withRefresh = await aged(check, 'refresh', 'refresh');
    if (withRefresh) expect(await refreshedNow(check, withRefresh)).toBeAccepted();
  },
);

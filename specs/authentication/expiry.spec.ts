// The end of an access token (Authentication, rule 4).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { freshSession } from '../../harness/prepare/fresh-session.ts';
import { jsonOf, within } from '../../subject/answers.ts';
import { bearer } from '../../subject/connection.ts';
import { expiryOf } from '../../subject/session/tokens.ts';

const clocksApart = 60_000;
/**
 * Milliseconds that are waited for the end of a token. The more cases a run tries, the longer it may take; a quick one does not
 * wait.
 */
const longestWait = (runs: number): number => (runs < 100 ? 0 : runs < 1000 ? 90_000 : 600_000);

requirement('AUTH-17', 'an access token past its expiredAt gives 401, with 60 s allowed for clocks', async (check) => {
  const { api, runs, untested } = check;
  const { access, login } = await freshSession(check);
  const end = login && endOfAccess(login);
  if (end === undefined) return untested('an access token that says when it expires');
  const wait = end + clocksApart - Date.now();
  if (wait > longestWait(runs)) {
    untested(`the time until an access token has ended for certain, ${Math.ceil(wait / 1000)} s`);
  }
  await sleep(wait);
  expect(await api.call('listCards', { authorization: bearer(access) })).toBeRefused(401);
});

/** The later of what its two members say. */
function endOfAccess({ times, ...login }: Exchange): number | undefined {
  const now = times.startedAt + times.ended;
  const member = (name: string) => within(jsonOf(login), 'access', name);
  const ends = [expiryOf(member('expiredAt'), undefined, now), expiryOf(undefined, member('expiresIn'), now)];
  const said = ends.filter((end) => end !== undefined);
  return said.length === 0 ? undefined : Math.max(...said);
}

// The end of an access token (Authentication, rule 4).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { freshSession } from '../../harness/prepare/fresh-session.ts';
import type { Depth } from '../../load/depth.ts';
import { jsonOf, within } from '../../subject/answers.ts';
import { bearer } from '../../subject/connection.ts';
import { expiryOf } from '../../subject/session/tokens.ts';

const clocksApart = 60_000;
/** Milliseconds that a check waits for the end of a token. */
const longestWait: Readonly<Record<Depth, number>> = { quick: 0, standard: 90_000, deep: 600_000 };

requirement('AUTH-17', 'an access token past its expiredAt gives 401, with 60 s allowed for clocks', async (check) => {
  const { api, depth, untested } = check;
  const { access, login } = await freshSession(check);
  const end = login && endOfAccess(login);
  if (end === undefined) return untested('an access token that says when it expires');
  const wait = end + clocksApart - Date.now();
  if (wait > longestWait[depth]) {
    untested(`the time until an access token has ended for certain, ${Math.ceil(wait / 1000)} s`);
  }
  await sleep(wait);
  expect(await api.call('listCards', { authorization: bearer(access) })).toBeRefused(401);
});

/** The later of the two times that expiredAt and expiresIn give. */
function endOfAccess({ times, ...login }: Exchange): number | undefined {
  const now = times.startedAt + times.ended;
  const member = (name: string) => within(jsonOf(login), 'access', name);
  const ends = [expiryOf(member('expiredAt'), undefined, now), expiryOf(undefined, member('expiresIn'), now)];
  const said = ends.filter((end) => end !== undefined);
  return said.length === 0 ? undefined : Math.max(...said);
}

// Confirmations of several users at the same time: each yields a sign token of its own user, and that user's session (Authentication, rules 4
// and 5).
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessRefused } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { inSession, undisturbed } from '../../harness/prepare/fresh-session.ts';
import {
  askedAtLogin,
  type Confirmed,
  confirmed,
  confirmingUsers,
  type Demand,
  demandOf,
  forExchange,
} from '../../harness/prepare/second-factor.ts';
import { jsonOf, succeeded, textWithin } from '../../subject/answers.ts';
import type { UserName } from '../../subject/profile/profile.ts';

// With only one user who confirms, nothing can be mixed up; other checks cover that case for both requirements.
requirement(
  'MFA-13',
  'a sign token just issued is accepted wherever one is asked for',
  'by several users at once',
  async (check) => {
    const asked = await askedAtLogin(check);
    for (const { user, exchange } of await exchangedTogether(check)) {
      // If the login of a user demands no second factor, the exchange may need no sign token either.
      if (asked.includes(user)) expect(exchange).toBeAccepted();
    }
  },
);

requirement(
  'AUTH-16',
  'an access token acts for the user for whom it was issued, whoever else has a session',
  'by several users who confirm at once',
  async (check) => {
    const own = new Map<UserName, string | undefined>();
    for (const user of confirmingUsers(check)) own.set(user, await cardsSeen(check, { as: user }));
    let compared = 0;
    await undisturbed(check, async () => {
      // Where a user has only one session, only the last token of each user still works.
      for (const { user, exchange } of (await exchangedTogether(check)).toReversed()) {
        const access = succeeded(exchange) ? textWithin(jsonOf(exchange), 'data', 'accessToken') : undefined;
        const expected = own.get(user);
        if (access === undefined || expected === undefined) continue;
        const seen = await cardsSeen(check, inSession({ user, access }));
        if (seen === undefined) continue;
        compared += 1;
        expect(seen).toBe(expected, `the cards of users.${user}`);
      }
    });
    if (compared === 0) check.observe('of no token that came of a confirmation could it be seen whose it is');
  },
);

interface Exchanged {
  readonly user: UserName;
  readonly exchange: Exchange;
}

/** The order changes each round, because a target that keeps one value for all users keeps the last user's. */
const rounds = 2;

/** All users of whom a second factor is demanded confirm at the same moment, and each exchanges his sign token. */
async function exchangedTogether(check: Check): Promise<readonly Exchanged[]> {
  const exchanged: Exchanged[] = [];
  const users = confirmingUsers(check);
  for (let round = 0; round < rounds; round++) {
    const demands: Demand[] = [];
    for (const user of round % 2 === 0 ? users : users.toReversed()) {
      const demand = await demandOf(check, user, 'login');
      if (demand) demands.push(demand);
    }
    if (demands.length < 2) return [];
    const confirmations = await Promise.all(demands.map((demand) => confirmed(check, demand.user, demand)));
    for (const [index, confirmation] of confirmations.entries()) {
      const { user } = demands[index] as Demand;
      if (isConfirmed(confirmation)) exchanged.push({ user, exchange: await exchangeOf(check, user, confirmation) });
    }
  }
  return exchanged;
}

const isConfirmed = (confirmation: Confirmed | undefined): confirmation is Extract<Confirmed, { kind: 'confirmed' }> =>
  confirmation?.kind === 'confirmed';

const exchangeOf = ({ api }: Check, as: UserName, token: Parameters<typeof forExchange>[0]): Promise<Exchange> =>
  api.call('exchangeSignToken', { as, json: forExchange(token) });

/** The sorted ids of the cards; undefined for a user who may not list cards. */
async function cardsSeen(
  { api }: Check,
  call: { readonly as: UserName; readonly authorization?: string },
): Promise<string | undefined> {
  const cards = await unlessRefused(() => api.cards.list({}, call));
  return cards
    ?.map(({ id }) => String(id))
    .sort()
    .join(' ');
}

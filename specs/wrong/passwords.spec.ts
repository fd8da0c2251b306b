// Wrong passwords of real users. The name of this folder makes them run last, because a target may lock a user after some of them
// (Authentication, rule 2; Errors, rule 1).
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { logIn } from '../../harness/prepare/fresh-session.ts';
import { pendingDemand } from '../../harness/prepare/second-factor.ts';
import { demandedMfa, inWords, succeeded } from '../../subject/answers.ts';
import { basic } from '../../subject/connection.ts';
import { type User, userNames } from '../../subject/profile/profile.ts';
import {
  confirmation,
  exchanges,
  login,
  type Ready,
  refusesWrongOnes,
} from '../authentication/support/basic-requests.ts';
import { mayBeMalformed, wrongFor } from '../authentication/support/wrong-credentials.ts';

requirement('AUTH-09', refusesWrongOnes, 'login by a form', async (check) => {
  const { user } = check.api;
  // Other checks test whether a target takes forms at all.
  const right = await logIn(check.api, user.name, { kind: 'form' });
  if (!succeeded(right) && !demandedMfa(right)) return;
  await refusesWrong(check, user, async () => login(user, 'form'), isNearestTo(user));
});

for (const name of userNames) {
  requirement('AUTH-09', refusesWrongOnes, `login of the ${name} user`, async (check) => {
    const user = check.profile.users[name];
    if (user) await refusesWrong(check, user, async () => login(user));
  });

  requirement('AUTH-09', refusesWrongOnes, `confirmation of the ${name} user`, async (check) => {
    const user = check.profile.users[name];
    if (user?.mfa === undefined) return;
    await refusesWrong(check, user, async () => {
      const demand = await pendingDemand(check, name);
      return demand && confirmation(user, demand);
    });
  });
}

requirement('AUTH-09', refusesWrongOnes, 'exchange', async (check) => {
  const [asJson, asForm] = await exchanges(check);
  await refusesWrong(check, asJson.user, async () => asJson);
  await refusesWrong(check, asForm.user, async () => asForm, isNearestTo(asForm.user));
});

/** Each wrong password may help to lock the user out, so for a second kind of body only those closest to the right one are tried. */
const isNearestTo =
  (user: User) =>
  (password: string): boolean =>
    password.trim().toLowerCase() === user.password.toLowerCase();

/** The most wrong passwords of one user in a row. The right one after them resets a target's count of failures. */
const inARow = 2;

/**
 * Sends a few wrong pairs of name and password, and then the right pair as their twin. A user who is locked out may be refused in any way, so
 * an answer other than 401 counts only if the twin is accepted. Each round has a new request, because the twin may have used it up; if none
 * can be made, nothing is sent.
 */
async function refusesWrong(
  check: Check,
  user: User,
  make: () => Promise<Ready | undefined>,
  isTried: (password: string) => boolean = () => true,
): Promise<void> {
  const { api, profile } = check;
  const everybody = Object.values(profile.users).filter((other) => other !== undefined);
  const wrong = wrongFor(user, everybody).filter(({ password }) => isTried(password));
  while (wrong.length > 0) {
    const ready = await make();
    if (ready === undefined) return;
    const answers: Exchange[] = [];
    for (const credentials of wrong.splice(0, inARow)) {
      const answer = await api.call(ready.id, { ...ready.input, authorization: basic(credentials) });
      expect(answer).toBeRefused();
      if (!mayBeMalformed(credentials)) answers.push(answer);
    }
    const twin = await logIn(api, user.name);
    if (!succeeded(twin) && !demandedMfa(twin)) {
      return check.untested(`a login of users.${user.name} that is accepted: ${inWords(twin)}`);
    }
    for (const answer of answers) expect(answer).toBeRefused(401);
  }
}

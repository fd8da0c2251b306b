// Basic credentials on the operations that need them (Authentication, rule 2; Errors, rule 1).
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { logIn, undisturbed } from '../../harness/prepare/fresh-session.ts';
import {
  confirmingUsers,
  forExchange,
  type PendingDemand,
  pendingDemand,
  signTokenOf,
} from '../../harness/prepare/second-factor.ts';
import { demandedMfa, inWords, succeeded } from '../../subject/answers.ts';
import type { CallInput } from '../../subject/calls.ts';
import { basic, bearer } from '../../subject/connection.ts';
import { type User, type UserName, userNames } from '../../subject/profile/profile.ts';
import { wrongFor } from './support/wrong-credentials.ts';

/** A request that is right but for its credentials, and the user whose credentials it would take. */
interface Ready {
  readonly id: OperationId;
  readonly user: User;
  readonly input: CallInput;
}

const needsBasic = 'a request without an Authorization header to an operation that needs Basic credentials gives 401';

requirement('AUTH-08', needsBasic, 'login', async ({ api }) => {
  const { id, input } = login(api.user);
  expect(await api.call(id, { ...input, as: 'nobody' })).toBeRefused(401);
});

requirement('AUTH-08', needsBasic, 'exchange and confirmation', async (check) => {
  for (const { id, input } of await secondFactor(check)) {
    expect(await check.api.call(id, { ...input, as: 'nobody' })).toBeRefused(401);
  }
});

const refusesWrongOnes = `an unknown user, a wrong password or a malformed Basic value gives 401, for every user and
  however near the password is to the right one`;

requirement('AUTH-09', refusesWrongOnes, 'login', async (check) => {
  await refusesEach(check, login(check.api.user), [...notBasic(check.api.user), basic(nobody())]);
});

requirement('AUTH-09', refusesWrongOnes, 'login by a form', async (check) => {
  const { user } = check.api;
  // A target need not take forms at all: that is asked elsewhere.
  const right = await logIn(check.api, user.name, { kind: 'form' });
  if (!succeeded(right) && !demandedMfa(right)) return;
  // Only the wrong passwords nearest to the right one, because each of them brings a user nearer to being locked out.
  const isNearest = (password: string) => password.trim().toLowerCase() === user.password.toLowerCase();
  await refusesWrong(check, user, async () => login(user, 'form'), isNearest);
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

requirement('AUTH-09', refusesWrongOnes, 'exchange and confirmation', async (check) => {
  for (const ready of await secondFactor(check)) {
    await refusesEach(check, ready, [...notBasic(ready.user), basic(nobody())]);
    if (ready.id === 'exchangeSignToken') await refusesWrong(check, ready.user, async () => ready);
  }
});

const refusesBearer = 'a bearer token where Basic credentials belong gives 401';

requirement('AUTH-12', refusesBearer, 'login', async (check) => {
  await refusesEach(check, login(check.api.user), [bearer(await accessTokenOf(check))]);
});

requirement('AUTH-12', refusesBearer, 'exchange and confirmation', async (check) => {
  for (const ready of await secondFactor(check)) {
    await refusesEach(check, ready, [bearer(await accessTokenOf(check, ready.user.name))]);
  }
});

requirement(
  'AUTH-19',
  'the scheme name in Authorization is taken in any letter case (RFC 9110 section 11.1)',
  'basic',
  async (check) => {
    const { api } = check;
    const { id, input } = login(api.user);
    for (const scheme of ['basic', 'BASIC']) {
      const authorization = basic(api.user).replace('Basic', scheme);
      await undisturbed(check, async () => expect(await api.call(id, { ...input, authorization })).toBeAdmitted());
    }
  },
);

async function refusesEach({ api }: Check, { id, input }: Ready, authorizations: readonly string[]): Promise<void> {
  for (const authorization of authorizations) expect(await api.call(id, { ...input, authorization })).toBeRefused(401);
}

/** At most so many wrong passwords of one user in a row: the right one in between ends a target's count of failures. */
const inARow = 2;

/**
 * Sends each wrong pair of name and password, and beside it its twin, the right pair. A user who is locked out after some wrong
 * ones may be refused in any way, so an answer other than 401 counts only when the twin is accepted. The request is made anew for
 * each pair, because the twin may have used it up; where none can be made, nothing is sent.
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
      answers.push(answer);
    }
    const twin = await logIn(api, user.name);
    if (!succeeded(twin) && !demandedMfa(twin)) {
      return check.untested(`a login of users.${user.name} that is accepted: ${inWords(twin)}`);
    }
    for (const answer of answers) expect(answer).toBeRefused(401);
  }
}

const login = (user: User, kind: 'json' | 'form' = 'json'): Ready => ({
  id: 'login',
  user,
  input: { [kind]: { fingerprint: user.fingerprint } },
});

const confirmation = (user: User, { factor: { type, requestId, code } }: PendingDemand): Ready => ({
  id: 'confirmMfa',
  user,
  input: { path: { type, requestId }, json: { code } },
});

/** An exchange with a valid sign token, and a confirmation of a pending demand with the right code. */
async function secondFactor(check: Check): Promise<readonly Ready[]> {
  const { profile, untested } = check;
  for (const name of confirmingUsers(check)) {
    const demand = await pendingDemand(check, name);
    const user = profile.users[name];
    if (demand === undefined || user === undefined) continue;
    const token = await signTokenOf(check, [name], 'login');
    return [{ id: 'exchangeSignToken', user, input: { json: forExchange(token) } }, confirmation(user, demand)];
  }
  return untested('a demand for a second factor, and how its user confirms (users.*.mfa)');
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/** Values that are the credentials of no user, whoever the users are. */
const notBasic = ({ username, password }: User): readonly string[] => [
  'Basic',
  'Basic *not*base64*',
  `Basic ${base64('nobody')}`,
  `Digest ${base64(`${username}:${password}`)}`,
];

const nobody = () => ({ username: `nobody-${crypto.randomUUID()}@example.com`, password: crypto.randomUUID() });

async function accessTokenOf({ api, untested }: Check, user: UserName = api.user.name): Promise<string> {
  const begun = await api.login(user);
  return begun.kind === 'loggedIn'
    ? begun.session.accessToken()
    : untested(`a session of users.${user}: ${begun.because}`);
}

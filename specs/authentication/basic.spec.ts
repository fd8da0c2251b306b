// Basic credentials on the operations that need them (Authentication, rule 2; Errors, rule 1).
import type { OperationId } from '../../contract/operations.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { logIn, undisturbed, userForLogins } from '../../harness/prepare/fresh-session.ts';
import { demandedMfa, succeeded } from '../../subject/answers.ts';
import type { CallInput } from '../../subject/calls.ts';
import { basic, bearer } from '../../subject/connection.ts';
import type { User, UserName } from '../../subject/profile/profile.ts';
import { cookiesOf } from '../sessions/support/cookies.ts';
import { login, type Ready, refusesWrongOnes, secondFactor } from './support/basic-requests.ts';

const needsBasic = 'a request without an Authorization header where Basic credentials are needed gives 401';

requirement('AUTH-08', needsBasic, 'login', async (check) => {
  for (const { id, input } of await logins(check)) {
    expect(await check.api.call(id, { ...input, as: 'nobody' })).toBeRefused(401);
  }
});

requirement('AUTH-08', needsBasic, 'login with the cookies of another', (check) =>
  undisturbed(check, async () => {
    const cookies = await cookiesOf(check);
    const { id, input } = login(check.api.user);
    if (cookies) await beginsNothing(check, id, { ...input, ...cookies });
  }),
);

// Frameworks may also identify the user by body fields of these names.
requirement('AUTH-08', needsBasic, 'login with name and password in the body', (check) =>
  undisturbed(check, async () => {
    const { username, password } = check.api.user;
    for (const { id, input } of await logins(check)) {
      const [[kind, fields]] = Object.entries(input) as [[string, object]];
      await beginsNothing(check, id, { [kind]: { ...fields, username, password } });
    }
  }),
);

async function beginsNothing({ api }: Check, id: OperationId, input: CallInput): Promise<void> {
  const exchange = await api.call(id, { ...input, as: 'nobody' });
  // A demand for a second factor would begin a session, so it fails here. Otherwise any refusal is right, because a target may refuse unknown
  // content first.
  expect(exchange).toBeRefused(demandedMfa(exchange) === undefined ? undefined : 401);
}

requirement('AUTH-08', needsBasic, 'exchange and confirmation', async (check) => {
  for (const { id, input } of await secondFactor(check)) {
    expect(await check.api.call(id, { ...input, as: 'nobody' })).toBeRefused(401);
  }
});

requirement('AUTH-09', refusesWrongOnes, 'login', async (check) => {
  for (const ready of await logins(check)) {
    await refusesEach(check, ready, [...notBasic(ready.user), basic(nobody())]);
  }
});

requirement('AUTH-09', refusesWrongOnes, 'exchange and confirmation', async (check) => {
  for (const ready of await secondFactor(check)) {
    await refusesEach(check, ready, [...notBasic(ready.user), basic(nobody())]);
  }
});

const refusesBearer = 'a bearer token where Basic credentials belong gives 401';

requirement('AUTH-12', refusesBearer, 'login', async (check) => {
  const bearing = bearer(await accessTokenOf(check));
  for (const ready of await logins(check)) await refusesEach(check, ready, [bearing]);
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

/** Logins by each kind of body that the target accepts. Other checks test whether a target takes forms at all. */
async function logins({ api }: Check): Promise<readonly Ready[]> {
  const byForm = await logIn(api, userForLogins(api), { kind: 'form' });
  const isTaken = succeeded(byForm) || demandedMfa(byForm) !== undefined;
  return [login(api.user), ...(isTaken ? [login(api.user, 'form')] : [])];
}

async function refusesEach({ api }: Check, { id, input }: Ready, authorizations: readonly string[]): Promise<void> {
  for (const authorization of authorizations) expect(await api.call(id, { ...input, authorization })).toBeRefused(401);
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/** Values that are no credentials of any user. */
const notBasic = ({ username, password }: User): readonly string[] => [
  'Basic',
  'Basic *not*base64*',
  `Basic ${base64('nobody')}`,
  `Digest ${base64(`${username}:${password}`)}`,
  `x${basic({ username, password })}`,
];

const nobody = () => ({ username: `nobody-${crypto.randomUUID()}@example.com`, password: crypto.randomUUID() });

async function accessTokenOf({ api, untested }: Check, user: UserName = api.user.name): Promise<string> {
  const begun = await api.login(user);
  return begun.kind === 'loggedIn'
    ? begun.session.accessToken()
    : untested(`a session of users.${user}: ${begun.because}`);
}

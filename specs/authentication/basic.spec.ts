// Basic credentials on the operations that need them (Authentication, rule 2; Errors, rule 1). Wrong passwords are few,
// because a target may lock a user after some.
import type { OperationId } from '../../contract/operations.ts';
import { demandedMfa, inWords, succeeded } from '../../target/answers.ts';
import type { CallInput } from '../../target/calls.ts';
import { basic } from '../../target/connection.ts';
import type { User, UserName } from '../../target/profile.ts';
import type { Check } from '../harness/check.ts';
import { expect } from '../harness/expect.ts';
import { bearer, logIn, undisturbed } from '../harness/fresh-session.ts';
import { requirement } from '../harness/requirement.ts';
import { confirmingUsers, forExchange, liveDemand, signTokenOf } from '../harness/second-factor.ts';

/** A request that only its credentials can spoil, and whose they would be. */
interface Ready {
  readonly id: OperationId;
  readonly user: User;
  readonly input: CallInput;
}

requirement('AUTH-08', 'login', async ({ api }) => {
  const { id, input } = login(api.user);
  expect(await api.call(id, { ...input, as: 'nobody' })).toBeRefused(401);
});

requirement('AUTH-08', 'exchange and confirmation', async (check) => {
  for (const { id, input } of await secondFactor(check)) {
    expect(await check.api.call(id, { ...input, as: 'nobody' })).toBeRefused(401);
  }
});

requirement('AUTH-09', 'login', async (check) => {
  await refusesStrangers(check, login(check.api.user));
});

requirement('AUTH-09', 'exchange and confirmation', async (check) => {
  for (const ready of await secondFactor(check)) await refusesStrangers(check, ready);
});

requirement('AUTH-12', 'login', async (check) => {
  await refusesEach(check, login(check.api.user), [bearer(await accessTokenOf(check))]);
});

requirement('AUTH-12', 'exchange and confirmation', async (check) => {
  for (const ready of await secondFactor(check)) {
    await refusesEach(check, ready, [bearer(await accessTokenOf(check, ready.user.name))]);
  }
});

requirement('AUTH-19', 'basic', async (check) => {
  const { api } = check;
  const { id, input } = login(api.user);
  for (const scheme of ['basic', 'BASIC']) {
    const authorization = basic(api.user).replace('Basic', scheme);
    await undisturbed(check, async () => expect(await api.call(id, { ...input, authorization })).toBeAdmitted());
  }
});

async function refusesEach({ api }: Check, { id, input }: Ready, authorizations: readonly string[]): Promise<void> {
  for (const authorization of authorizations) expect(await api.call(id, { ...input, authorization })).toBeRefused(401);
}

async function refusesStrangers(check: Check, ready: Ready): Promise<void> {
  const { id, user } = ready;
  await refusesEach(check, ready, [...notBasic(user), basic(nobody()), basic(mistyped(user, id))]);
  // The twin, which also ends a target's counting of wrong passwords.
  const twin = await logIn(check.api, user.name);
  if (!succeeded(twin) && !demandedMfa(twin)) check.untested(`a login that is accepted: ${inWords(twin)}`);
}

const login = (user: User): Ready => ({ id: 'login', user, input: { json: { fingerprint: user.fingerprint } } });

/** An exchange with a sign token that counts, and a confirmation with the right code of a demand that waits for it. */
async function secondFactor(check: Check): Promise<readonly Ready[]> {
  const { profile, untested } = check;
  for (const name of confirmingUsers(check)) {
    const demand = await liveDemand(check, name);
    const user = profile.users[name];
    if (demand === undefined || user === undefined) continue;
    const token = await signTokenOf(check, [name], 'login');
    const { type, requestId, code } = demand.factor;
    return [
      { id: 'exchangeSignToken', user, input: { json: forExchange(token) } },
      { id: 'confirmMfa', user, input: { path: { type, requestId }, json: { code } } },
    ];
  }
  return untested('a demand for a second factor, and how its user confirms (users.*.mfa)');
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/** Values that name nobody, whoever there is. */
const notBasic = ({ username, password }: User): readonly string[] => [
  'Basic',
  'Basic *not*base64*',
  `Basic ${base64('nobody')}`,
  `Digest ${base64(`${username}:${password}`)}`,
];

const nobody = () => ({ username: `nobody-${crypto.randomUUID()}@example.com`, password: crypto.randomUUID() });

/** Wrong in another way for each operation: one letter more, another last letter, other capitals. */
function mistyped({ username, password }: User, id: OperationId): Pick<User, 'username' | 'password'> {
  if (id === 'login') return { username, password: `${password}x` };
  const swapped = [...password].map((letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
  const isChanged = swapped.join('') !== password;
  if (id === 'exchangeSignToken' && isChanged) return { username, password: swapped.join('') };
  return { username, password: password.slice(0, -1) + (password.endsWith('y') ? 'z' : 'y') };
}

async function accessTokenOf({ api, untested }: Check, user: UserName = api.user.name): Promise<string> {
  const begun = await api.login(user);
  return begun.kind === 'loggedIn'
    ? begun.session.accessToken()
    : untested(`a session of users.${user}: ${begun.because}`);
}

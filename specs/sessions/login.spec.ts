// Logging in (Endpoints / Sessions / POST v3 auth token).
import { demandedMfa, inWords, succeeded, textWithin } from '../../target/answers.ts';
import { userNames } from '../../target/profile.ts';
import type { Check } from '../harness/check.ts';
import { expect } from '../harness/expect.ts';
import { logIn, pairOf } from '../harness/fresh-session.ts';
import { requirement } from '../harness/requirement.ts';

const bodyKinds = ['json', 'form'] as const;
type BodyKind = (typeof bodyKinds)[number];

requirement('SESS-01', async ({ api, profile }) => {
  for (const name of userNames) {
    const user = profile.users[name];
    if (user === undefined || user.forbidden.includes('login')) continue;
    const asJson = await logIn(api, name);
    // Whether both kinds of body are taken alike is asked elsewhere.
    const login = succeeded(asJson) || demandedMfa(asJson) ? asJson : await logIn(api, name, 'form');
    expect(login).toAnswer(isPairOrDemand, `a token pair or the MFA-required object for users.${name}`);
  }
});

const isPairOrDemand = (body: unknown): boolean => isPair(body) || isDemand(body);

const isPair = (body: unknown): boolean =>
  textWithin(body, 'access', 'token') !== undefined && textWithin(body, 'refresh', 'token') !== undefined;

const isDemand = (body: unknown): boolean =>
  textWithin(body, 'status') === 'MFA_REQUIRED' && textWithin(body, 'mfaToken') !== undefined;

// Sixty-four characters such as a digest of a device would have.
const longest = 'c4a1f09e5b7d2386'.repeat(4);

requirement('SESS-10', async (check) => {
  const { as, kinds } = await plainLogin(check);
  for (const kind of kinds) {
    const login = (fingerprint: string) => check.api.call('login', { as, [kind]: { fingerprint } });
    expect(await login(longest)).toBeAccepted();
    for (const surplus of ['c', longest]) expect(await login(longest + surplus)).toBeRefused();
  }
});

requirement('SESS-11', async (check) => {
  const { as, kinds } = await plainLogin(check);
  for (const kind of kinds) expect(await check.api.call('login', { as, [kind]: {} })).toBeRefused();
  expect(await check.api.call('login', { as })).toBeRefused();
  if (!kinds.includes('json')) return;
  for (const fingerprint of [{}, { id: longest }]) {
    expect(await check.api.call('login', { as, json: { fingerprint } })).toBeRefused();
  }
});

/**
 * The user and the kinds of body with which a login gives a pair: the twin of every login that is to be refused. Where a
 * second factor is demanded first, an answer does not show whether the fingerprint was looked at.
 */
async function plainLogin({ api, profile, untested }: Check) {
  let missing = 'a login that needs no second factor';
  for (const as of userNames.filter((name) => profile.users[name] !== undefined)) {
    const kinds: BodyKind[] = [];
    for (const kind of bodyKinds) {
      const login = await logIn(api, as, kind);
      if (pairOf(login)) kinds.push(kind);
      else if (demandedMfa(login) === undefined) missing = `a login that gives a pair: ${inWords(login)}`;
    }
    if (kinds.length > 0) return { as, kinds };
  }
  return untested(missing);
}

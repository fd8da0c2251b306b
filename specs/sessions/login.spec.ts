// Logging in (Endpoints / Sessions / POST v3 auth token).
import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import { farLengths } from '../../generators/defects/values.ts';
import { expect } from '../../harness/assert/expect.ts';
import { observeLeftOut, refusedOrLeftOut } from '../../harness/assert/left-out.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { logIn, pairOf } from '../../harness/prepare/fresh-session.ts';
import { demandedMfa, type Fields, inWords, isFields, jsonOf, succeeded, textWithin } from '../../subject/answers.ts';
import { type UserName, userNames, userNamesOf } from '../../subject/profile/profile.ts';

const bodyKinds = ['json', 'form'] as const;
type BodyKind = (typeof bodyKinds)[number];

requirement(
  'SESS-01',
  'a login with valid Basic credentials and a fingerprint answers either a token pair or the MFA-required object',
  async ({ api, profile }) => {
    for (const name of userNames) {
      const user = profile.users[name];
      if (user === undefined || user.forbidden.includes('login')) continue;
      const asJson = await logIn(api, name);
      // Other checks compare the two kinds of body.
      const login = succeeded(asJson) || demandedMfa(asJson) ? asJson : await logIn(api, name, { kind: 'form' });
      expect(login).toAnswer(isPairOrDemand, `a token pair or the MFA-required object for users.${name}`);
    }
  },
);

requirement(
  'SESS-01',
  'a login with valid Basic credentials and a fingerprint answers either a token pair or the MFA-required object',
  'by a form',
  async ({ api, profile }) => {
    for (const name of userNames) {
      const user = profile.users[name];
      // A new device, because one that confirmed before may not be asked again.
      for (const fingerprint of user === undefined ? [] : [user.fingerprint, `assay-${randomUUID()}`]) {
        const login = await logIn(api, name, { kind: 'form', fingerprint });
        // A demand without its token cannot be confirmed, but it is no refusal either.
        const isTaken = succeeded(login) || textWithin(jsonOf(login), 'status') === 'MFA_REQUIRED';
        if (isTaken)
          expect(login).toAnswer(isPairOrDemand, `a token pair or the MFA-required object for users.${name}`);
      }
    }
  },
);

const isPairOrDemand = (body: unknown): boolean => isPair(body) || isDemand(body);

const isPair = (body: unknown): boolean =>
  textWithin(body, 'access', 'token') !== undefined && textWithin(body, 'refresh', 'token') !== undefined;

const isDemand = (body: unknown): boolean =>
  textWithin(body, 'status') === 'MFA_REQUIRED' && textWithin(body, 'mfaToken') !== undefined;

// 64 characters, such as the digest of a device.
const longest = 'c4a1f09e5b7d2386'.repeat(4);

requirement('SESS-10', 'a fingerprint of 64 characters is accepted and a longer one is refused', async (check) => {
  const { as, kinds, refuses } = await soundLogin(check);
  for (const kind of kinds) {
    const login = (fingerprint: string) => check.api.call('login', { as, [kind]: { fingerprint } });
    expect(await login(longest)).toAnswer(isPairOrDemand, 'a token pair or the MFA-required object');
    for (const length of [longest.length + 1, 2 * longest.length, ...farLengths]) {
      const longer = longest.padEnd(length, 'c');
      await refuses(await login(longer), longer);
    }
  }
});

requirement(
  'SESS-10',
  'a fingerprint of 64 characters is accepted and a longer one is refused',
  'in letters that are several bytes, or several letters of a form',
  async (check) => {
    const { as, kinds } = await soundLogin(check);
    for (const kind of kinds) {
      for (const letter of ['ł', '/']) {
        const login = (length: number) =>
          check.api.call('login', { as, [kind]: { fingerprint: letter.repeat(length) } });
        // A target may refuse all such letters. One that accepts some of them can only have refused the others for their length.
        if (isPairOrDemand(jsonOf(await login(longest.length / 4)))) {
          expect(await login(longest.length)).toAnswer(isPairOrDemand, 'a token pair or the MFA-required object');
        }
      }
    }
  },
);

requirement(
  'SESS-38',
  'a login without a fingerprint and a v2 exchange without a fingerprintid are refused',
  'login',
  async (check) => {
    const { as, kinds, refuses } = await soundLogin(check);
    for (const kind of kinds) await refuses(await check.api.call('login', { as, [kind]: {} }));
    await refuses(await check.api.call('login', { as }));
  },
);

requirement('SESS-11', 'a login whose fingerprint is a JSON object is refused', async (check) => {
  const { as, kinds, refuses } = await soundLogin(check);
  if (!kinds.includes('json')) return check.untested('a login in JSON that is answered');
  for (const fingerprint of [{}, { id: longest }]) {
    const login = await check.api.call('login', { as, json: { fingerprint } });
    const without = () => check.api.call('login', { as, json: {} });
    if (demandedMfa(login)) await refuses(login, fingerprint);
    else await refusedOrLeftOut(check, 'fingerprint', login, without);
  }
});

interface SoundLogin {
  readonly as: UserName;
  readonly kinds: readonly BodyKind[];
  /** Asserts that a login with a defect is refused, or where a second factor is demanded first, that no session comes of this fingerprint. */
  refuses(login: Exchange, fingerprint?: unknown): Promise<void>;
}

/** A user whose login is accepted, with the accepted kinds of body: the twin of every login that must be refused. */
async function soundLogin(check: Check): Promise<SoundLogin> {
  const { api, profile, untested } = check;
  const refusesAtOnce = async (login: Exchange): Promise<void> => expect(login).toBeRefused();
  const asked: SoundLogin[] = [];
  let missing = 'a login that is answered';
  for (const as of userNamesOf(profile)) {
    const logins = await Promise.all(bodyKinds.map((kind) => logIn(api, as, { kind })));
    const kinds = (isSound: (login: Exchange) => boolean) => bodyKinds.filter((_, index) => isSound(logins[index]!));
    const plain = kinds((login) => pairOf(login) !== undefined);
    if (plain.length > 0) return { as, kinds: plain, refuses: refusesAtOnce };
    const demanding = kinds((login) => demandedMfa(login) !== undefined);
    if (demanding.length > 0) asked.push({ as, kinds: demanding, refuses: refusesInTheEnd(check, as) });
    else missing = `a login that is answered: ${logins.map(inWords).join('; ')}`;
  }
  return asked[0] ?? untested(missing);
}

const refusesInTheEnd =
  (check: Check, as: UserName): SoundLogin['refuses'] =>
  async (login, fingerprint) => {
    const mfaToken = demandedMfa(login);
    if (mfaToken === undefined) return expect(login).toBeRefused();
    // A demand does not show whether the fingerprint was looked at.
    const mayWait = check.depth !== 'quick' || !check.api.confirmer(as).waitsForCodes;
    const isTold = mayWait && fingerprint !== undefined;
    const end = isTold ? await afterConfirmation(check, as, mfaToken, { fingerprint }) : undefined;
    if (end && pairOf(end)) {
      if (!isFields(fingerprint) || !(await isSessionWith(check, as, {}))) return expect(end).toBeRefused();
      return observeLeftOut(check, 'fingerprint');
    }
    const right = { fingerprint: check.profile.users[as]!.fingerprint };
    if (!end || !(await isSessionWith(check, as, right))) check.untested('a login that needs no second factor');
  };

/** Whether a login with this body ends with a session after its second factor is confirmed. */
async function isSessionWith(check: Check, as: UserName, json: Fields): Promise<boolean> {
  const login = await check.api.call('login', { as, json });
  const mfaToken = demandedMfa(login);
  const end = mfaToken === undefined ? login : await afterConfirmation(check, as, mfaToken, json);
  return end !== undefined && pairOf(end) !== undefined;
}

/**
 * The answer to the login that follows. Undefined where a v2 exchange follows, for which no bound is stated, where the profile does not
 * say, or where the factor cannot be confirmed.
 */
async function afterConfirmation(
  { api, profile }: Check,
  as: UserName,
  mfaToken: string,
  json: Fields,
): Promise<Exchange | undefined> {
  const { login, signToken: place = { in: 'body', name: 'signToken' } } = profile.users[as]?.mfa ?? {};
  const confirmation = login === undefined || login === 'exchange' ? undefined : await api.confirm(mfaToken, as);
  if (confirmation?.kind !== 'confirmed') return undefined;
  const { signToken } = confirmation;
  if (place.in === 'body') return api.call('login', { as, json: { ...json, [place.name]: signToken } });
  const shown =
    place.in === 'query' ? { query: { [place.name]: signToken } } : { headers: [[place.name, signToken]] as const };
  return api.call('login', { as, json, ...shown });
}

// The deprecated exchange of a sign token for a session (Endpoints / Sessions / POST v2 auth token).
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import { aMomentAfter } from '../../harness/assert/patiently.ts';
import { shared } from '../../harness/assert/shared.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { flagName } from '../../harness/prepare/flag.ts';
import { inSession, undisturbed } from '../../harness/prepare/fresh-session.ts';
import { forExchange, type SignToken, signTokenOf } from '../../harness/prepare/second-factor.ts';
import { inWords, jsonOf, succeeded, textWithin } from '../../subject/answers.ts';
import { isKnown, nameOf } from '../../subject/names.ts';
import type { UserName } from '../../subject/profile/profile.ts';
import { admitsToEverything } from '../authentication/support/admitted.ts';
import { anotherToken, answersOtherAccess, hasOtherAccessThan, isNot } from './support/apart.ts';
import { acceptsOnce, exchange, exchangers, refusesOtherTokens, stillAsked } from './support/exchanging.ts';

// Several checks of one process share the answer to one exchange.
oneAfterAnother();

requirement(
  'SESS-26',
  'the v2 exchange answers status SUCCESS and data with the strings accessToken, refreshToken and wsToken',
  async (check) => {
    const { certain } = await exchangers(check);
    const answered = [(await exchangedAsJson(check)).answer, (await exchangedAsForm(check)).answer];
    // Other checks compare the two kinds of body.
    const taken = answered.filter(succeeded);
    if (!certain && taken.length === 0) check.untested(`a sign token for the exchange: ${inWords(answered[0]!)}`);
    for (const one of taken.length > 0 ? taken : [answered[0]!]) expect(one).toAnswer(isTokenSet, tokenSet);
    // Only the WebSocket token of v3 is stated to be a separate token.
    const shared = taken.filter((one) => !hasWebSocketTokenApart(jsonOf(one)));
    if (shared.length > 0) check.observe('the wsToken of a v2 exchange is another of its tokens');
    if (shared.length < taken.length) for (const one of shared) expect(one).toAnswer(hasWebSocketTokenApart, apart);
  },
);

const tokenSet = 'status SUCCESS and data with an accessToken, another refreshToken and a wsToken';
const apart = 'a wsToken that is no other of the tokens, as by the other kind of body';

const tokensIn = (body: unknown) =>
  ['accessToken', 'refreshToken', 'wsToken'].map((name) => textWithin(body, 'data', name));

function isTokenSet(body: unknown): boolean {
  const [access, refresh, webSocket] = tokensIn(body);
  const areThere = access !== undefined && refresh !== undefined && webSocket !== undefined;
  return textWithin(body, 'status') === 'SUCCESS' && areThere && access !== refresh;
}

function hasWebSocketTokenApart(body: unknown): boolean {
  const [access, refresh, webSocket] = tokensIn(body);
  return webSocket !== access && webSocket !== refresh;
}

const acceptedAsBearer = 'the accessToken of a v2 exchange is accepted as a bearer token';

requirement('SESS-28', acceptedAsBearer, async (check) => {
  await undisturbed(check, async () => {
    const session = sessionOf(check, await exchangedAsJson(check));
    await admitsToEverything(check, session);
  });
});

// Other checks test whether a form is accepted.
requirement('SESS-28', acceptedAsBearer, 'by a form', async (check) => {
  await undisturbed(check, async () => {
    const session = await unlessUntested(async () => sessionOf(check, await exchangedAsForm(check)));
    if (session === undefined) return;
    await admitsToEverything(check, session);
  });
});

requirement('SESS-28', acceptedAsBearer, 'with either value of its parameter', async (check) => {
  const { exchangeFlag } = check.api.names;
  if (!isKnown(exchangeFlag)) return;
  for (const withValue of exchangedWithEither) {
    await undisturbed(check, async () => {
      const session = await unlessUntested(async () => sessionOf(check, await withValue(check)));
      if (session) expect(await check.api.call('issueWebSocketToken', session)).toBeAdmitted();
    });
  }
});

requirement('SESS-25', anotherToken, 'in the session of a v2 exchange', async (check) => {
  const { access, session } = (await unlessUntested(() => exchangedSession(check))) ?? {};
  if (session && access) expect(await check.api.call('issueWebSocketToken', session)).toSatisfy(isNot(access));
});

// After the checks that use the session. It is not stated that v3 accepts a refresh token of the exchange.
requirement('SESS-14', answersOtherAccess, 'of a v2 exchange', async (check) => {
  const begun = await unlessUntested(() => exchangedSession(check));
  if (begun?.refresh === undefined) return;
  // Waits, because a token that is computed from the user, its kind and the current second is the same within that second.
  await aMomentAfter(begun.answer);
  const renewal = await check.api.call('refreshSession', { form: { token: begun.refresh } });
  expect(renewal).toSatisfy(hasOtherAccessThan([begun.access]));
});

async function exchangedSession(check: Check) {
  const exchanged = await exchangedAsJson(check);
  const session = sessionOf(check, exchanged);
  const [access, refresh] = tokensIn(jsonOf(exchanged.answer));
  return { ...exchanged, session, access: String(access), refresh };
}

interface Exchanged {
  readonly user: UserName;
  readonly answer: Exchange;
}

async function exchanged(
  check: Check,
  kind: 'json' | 'form',
  query: Readonly<Record<string, string>> = {},
): Promise<Exchanged> {
  const { users } = await exchangers(check);
  const token = await signTokenOf(check, users, 'login');
  return { user: token.user, answer: await exchange(check, token.user, forExchange(token), kind, query) };
}

/** Few, because each exchange needs a sign token, and so a code that may have to be waited for. */
const exchangedAsJson = shared((check) => exchanged(check, 'json'));

const exchangedAsForm = shared((check) => exchanged(check, 'form'));

const exchangedWithEither = ['0', '1'].map((value) =>
  shared((check) => exchanged(check, 'json', { [nameOf(check.api.names, 'exchangeFlag')]: value })),
);

function sessionOf(check: Check, { user, answer }: Exchanged) {
  const access = textWithin(jsonOf(answer), 'data', 'accessToken');
  if (access === undefined) return check.untested(`an access token of the exchange: ${inWords(answer)}`);
  return inSession({ user, access });
}

// For every user who is asked at login, because a target may check the factor of one user and not of another.
requirement(
  'SESS-31',
  'the v2 exchange refuses a missing signToken, and one never issued or issued to another user',
  async (check) => {
    const { users, certain } = await exchangers(check);
    const asked = certain ? users : [(await signTokenOf(check, users)).user];
    let tried = 0;
    for (const user of asked) tried += await refusesOtherTokens(check, user, certain);
    if (tried === 0) check.untested(stillAsked);
  },
);

requirement(
  'SESS-38',
  'a login without a fingerprint and a v2 exchange without a fingerprintid are refused',
  'exchange',
  async (check) => {
    const { users } = await exchangers(check);
    const token = await signTokenOf(check, users, 'login');
    const answer = await exchange(check, token.user, { signToken: token.signToken });
    if (!succeeded(answer)) await acceptsOnce(check, token);
    expect(answer).toBeNotAccepted();
  },
);

const otherValues = ['2', '-1', '0.5', 'yes'];
const fewOtherValues = ['2', 'maybe'];

requirement(
  'SESS-33',
  'the unnamed query parameter of the v2 exchange takes 0 and 1, and any other value is refused',
  async (check) => {
    const { users } = await exchangers(check);
    let token: SignToken | undefined;
    // An accepted token is used up; a refused one can be used again.
    const exchangeWith = async (query = {}, kind: 'json' | 'form' = 'json') => {
      token ??= await signTokenOf(check, users, 'login');
      const answer = await exchange(check, token.user, forExchange(token), kind, query);
      if (succeeded(answer)) token = undefined;
      return answer;
    };
    const untestedUnlessAccepted = async () => {
      const twin = await exchangeWith();
      if (!succeeded(twin)) check.untested(`an exchange that is accepted: ${inWords(twin)}`);
    };
    const isNameTold = isKnown(check.api.names.exchangeFlag);
    if (!isNameTold) await untestedUnlessAccepted();

    const flag = await flagName(check, 'exchangeFlag', exchangeWith);
    const withEither: Exchange[] = [];
    for (const [value, asBefore] of exchangedWithEither.entries()) {
      withEither.push(isNameTold ? (await asBefore(check)).answer : await exchangeWith({ [flag]: value }));
    }
    if (!withEither.some(succeeded)) await untestedUnlessAccepted();
    for (const value of otherValues) expect(await exchangeWith({ [flag]: value })).toBeNotAccepted();
    for (const answer of withEither) expect(answer).toBeAccepted();

    // Other checks report a target that accepts no forms.
    if (!succeeded((await exchangedAsForm(check)).answer)) return;
    for (const value of fewOtherValues) expect(await exchangeWith({ [flag]: value }, 'form')).toBeNotAccepted();
    for (const value of ['1', '0']) {
      const answer = await exchangeWith({ [flag]: value }, 'form');
      token = undefined;
      // A refusal before it may have used the token up.
      expect(succeeded(answer) ? answer : await exchangeWith({ [flag]: value }, 'form')).toBeAccepted();
      if (users.every((user) => check.api.confirmer(user).waitsForCodes)) return;
    }
  },
);

requirement(
  'SESS-34',
  'the names and meanings of the query parameters of the v2 exchange and of the invitation are not shown',
  async ({ api, observe }) => {
    const { exchangeFlag, memberFlag } = api.names;
    const inWordsOf = (finding: typeof exchangeFlag) => (isKnown(finding) ? `called ${finding.value}` : 'not known');
    observe(`the query parameter of the exchange is ${inWordsOf(exchangeFlag)}`);
    observe(`the query parameter of the invitation is ${inWordsOf(memberFlag)}`);
  },
);

// The deprecated exchange of a sign token for a session (Endpoints / Sessions / POST v2 auth token).
import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import { shared } from '../../harness/assert/shared.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { anyInputOf } from '../../harness/prepare/any-input.ts';
import { flagName } from '../../harness/prepare/flag.ts';
import { inSession, logIn, sessionTokens, undisturbed } from '../../harness/prepare/fresh-session.ts';
import { lookalikeOf } from '../../harness/prepare/lookalike.ts';
import {
  askedAtLogin,
  confirmingUsers,
  demandOf,
  forExchange,
  type SignToken,
  signTokenOf,
  signTokenOfAnother,
} from '../../harness/prepare/second-factor.ts';
import { demandedMfa, inWords, jsonOf, succeeded, textWithin } from '../../subject/answers.ts';
import { isKnown, nameOf } from '../../subject/names.ts';
import type { UserName } from '../../subject/profile/profile.ts';
import { admitsToWrites } from '../authentication/support/admitted.ts';
import { readings } from '../authentication/support/requests.ts';
import { confirmedByAnother } from '../mfa/support/confirmed-by-another.ts';

// What one exchange answers serves several checks, and only in one process.
oneAfterAnother();

requirement(
  'SESS-26',
  `the v2 exchange answers status SUCCESS and data with the strings accessToken, refreshToken and wsToken, none of which is
   another of them`,
  async (check) => {
    const { certain } = await exchangers(check);
    const answered = [(await exchangedAsJson(check)).answer, (await exchangedAsForm(check)).answer];
    // Other checks ask whether both kinds of body are accepted alike.
    const taken = answered.filter(succeeded);
    if (!certain && taken.length === 0) check.untested(`a sign token for the exchange: ${inWords(answered[0]!)}`);
    for (const one of taken.length > 0 ? taken : [answered[0]!]) expect(one).toAnswer(isTokenSet, tokenSet);
  },
);

const tokenSet = 'status SUCCESS and data with an accessToken, a refreshToken and a wsToken, each another';

function isTokenSet(body: unknown): boolean {
  const tokens = ['accessToken', 'refreshToken', 'wsToken'].map((name) => textWithin(body, 'data', name));
  const different = new Set(tokens.filter((token) => token !== undefined));
  return textWithin(body, 'status') === 'SUCCESS' && different.size === tokens.length;
}

const acceptedAsBearer = 'the accessToken of a v2 exchange is accepted as a bearer token';

requirement('SESS-28', acceptedAsBearer, async (check) => {
  await undisturbed(check, async () => {
    const session = sessionOf(check, await exchangedAsJson(check));
    await admitsTo(check, session);
  });
});

// Other checks ask whether a form is taken.
requirement('SESS-28', acceptedAsBearer, 'by a form', async (check) => {
  await undisturbed(check, async () => {
    const session = await unlessUntested(async () => sessionOf(check, await exchangedAsForm(check)));
    if (session === undefined) return;
    await admitsTo(check, session);
  });
});

async function admitsTo(check: Check, session: ReturnType<typeof inSession>): Promise<void> {
  for (const id of readings) {
    expect(await check.api.call(id, { ...anyInputOf(id, check.api.names), ...session })).toBeAdmitted();
  }
  await admitsToWrites(check, session);
}

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

/** Each exchange takes a sign token, and so a code that may have to be waited for. */
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

// Of everybody who is asked at login: a target may know one user's factor and forget to look at another's.
requirement(
  'SESS-31',
  'the v2 exchange refuses a missing signToken, and one never issued or issued to another user',
  async (check) => {
    const { users, certain } = await exchangers(check);
    if (certain) for (const user of users) await refusesOtherTokens(check, user, certain);
    else await refusesOtherTokens(check, (await signTokenOf(check, users)).user, certain);
  },
);

async function refusesOtherTokens(check: Check, user: UserName, certain: boolean): Promise<void> {
  const right = await signTokenOf(check, [user], 'login');
  const { signToken, fingerprintid } = forExchange(right);
  const isAskedAgain = demandedMfa(await logIn(check.api, user, { fingerprint: fingerprintid })) !== undefined;
  const unconfirmed = await demandOf(check, user, 'login');
  const ofSession = (await sessionTokens(check, user)).map(([, token]) => token);
  const foreign = await signTokenOfAnother(check, user);
  const stolen = unconfirmed && (await confirmedByAnother(check, unconfirmed));
  const others = [lookalikeOf(signToken), ...ofSession, unconfirmed?.mfaToken, foreign, stolen].filter(
    (one) => one !== undefined,
  );
  // A device that confirmed before may be asked no more.
  for (const device of [...(isAskedAgain ? [fingerprintid] : []), `assay-${randomUUID()}`]) {
    for (const token of [{}, ...others.map((other) => ({ signToken: other }))]) {
      const answer = await exchange(check, user, { ...token, fingerprintid: device });
      // A user of whom no second factor is demanded at login may need none here either.
      if (!certain && succeeded(answer)) check.untested('a user of whom a second factor is demanded at login');
      expect(answer).toBeNotCarriedOut();
    }
    // A target may look at the token, or for it, in the one kind of body alone, or only without its parameter.
    const wrong = { signToken: lookalikeOf(signToken) };
    for (const token of [{}, wrong, ...(foreign ? [{ signToken: foreign }] : [])]) {
      const answer = await exchange(check, user, { ...token, fingerprintid: device }, 'form');
      expect(answer).toBeNotCarriedOut();
    }
    for (const query of withEitherValue(check)) {
      for (const token of [{}, wrong])
        expect(await exchange(check, user, { ...token, fingerprintid: device }, 'json', query)).toBeNotCarriedOut();
    }
  }
  await acceptsOnce(check, right);
}

/** The parameter of the exchange, where its name is known. */
const withEitherValue = ({ api: { names } }: Check): ReadonlyArray<Readonly<Record<string, string>>> =>
  isKnown(names.exchangeFlag) ? ['0', '1'].map((value) => ({ [nameOf(names, 'exchangeFlag')]: value })) : [];

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

/** The twin; attempts before it may have used the sign token up. */
async function acceptsOnce(check: Check, token: SignToken): Promise<void> {
  const { user } = token;
  if (succeeded(await exchange(check, user, forExchange(token)))) return;
  const twin = await exchange(check, user, forExchange(await signTokenOf(check, [user], 'login')));
  if (!succeeded(twin)) check.untested(`an exchange that is accepted: ${inWords(twin)}`);
}

const otherValues = ['2', '-1', '0.5', 'yes'];

requirement(
  'SESS-33',
  'the unnamed query parameter of the v2 exchange takes 0 and 1, and any other value is refused',
  async (check) => {
    const { users } = await exchangers(check);
    let token: SignToken | undefined;
    // A token that was taken is used up; one that was not is good for the next time.
    const exchangeWith = async (query = {}) => {
      token ??= await signTokenOf(check, users, 'login');
      const answer = await exchange(check, token.user, forExchange(token), 'json', query);
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

/**
 * Whose sign tokens the exchange must take: of those whom the login asks for a second factor. Where it asks nobody,
 * others may do, but that is not certain.
 */
async function exchangers(check: Check): Promise<{ readonly users: readonly UserName[]; readonly certain: boolean }> {
  const asked = await askedAtLogin(check);
  return asked.length > 0 ? { users: asked, certain: true } : { users: confirmingUsers(check), certain: false };
}

const exchange = (
  { api }: Check,
  user: UserName,
  body: { readonly signToken?: string; readonly fingerprintid?: string },
  kind: 'json' | 'form' = 'json',
  query: Readonly<Record<string, string>> = {},
): Promise<Exchange> => api.call('exchangeSignToken', { as: user, query, [kind]: body });

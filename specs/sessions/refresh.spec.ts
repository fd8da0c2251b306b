// Exchanging a refresh token for a new pair (Endpoints / Sessions / PUT v3 auth token; Authentication, rule 4).
import { setTimeout as sleep } from 'node:timers/promises';
import { isValidationError } from '../../contract/judge/aspects/errors.ts';
import { isUuid } from '../../contract/text/uuid.ts';
import { farLengths } from '../../generators/defects/values.ts';
import { refused } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import {
  type FreshSession,
  freshSession,
  inSession,
  pairOf,
  refreshableSession,
  refreshed,
  sessionByForm,
  undisturbed,
} from '../../harness/prepare/fresh-session.ts';
import { lookalikeOf, nearMisses } from '../../harness/prepare/lookalike.ts';
import { askedAtLogin } from '../../harness/prepare/second-factor.ts';
import { inWords, jsonOf, statusOf, succeeded, textWithin } from '../../subject/answers.ts';
import { bearer } from '../../subject/connection.ts';
import { admitsToEverything } from '../authentication/support/admitted.ts';
import { tokensOfConfirmation, tokensOfExchange } from '../authentication/support/other-tokens.ts';
import { answersOtherAccess, hasOtherAccessThan } from './support/apart.ts';

const answersPair =
  'a refresh with a valid refresh token in a form body and without an Authorization header answers a token pair';

requirement('SESS-13', answersPair, async (check) => {
  await undisturbed(check, async () => {
    const session = await refreshableSession(check);
    const renewal = await check.api.call('refreshSession', { form: { token: session.refresh } });
    // It is not stated that a refresh token of the older exchange is accepted here.
    if (session.login === undefined && !succeeded(renewal)) check.untested(`a v3 refresh token: ${inWords(renewal)}`);
    expect(renewal).toBeAccepted();
  });
});

requirement('SESS-13', answersPair, 'of a login by a form', async (check) => {
  await undisturbed(check, async () => {
    const session = await sessionByForm(check);
    if (session) expect(await check.api.call('refreshSession', { form: { token: session.refresh } })).toBeAccepted();
  });
});

requirement('SESS-14', answersOtherAccess, (check) => answersOthers(check, refreshableSession));

// Other checks test whether a form begins a session, and whether that session can be refreshed.
requirement('SESS-14', answersOtherAccess, 'of a login by a form', async (check) => {
  const byForm: Beginning = async () => (await sessionByForm(check)) ?? check.untested('a session begun by a form');
  await unlessUntested(() => answersOthers(check, byForm));
});

type Beginning = typeof refreshableSession;

async function answersOthers(check: Check, begin: Beginning): Promise<void> {
  const atOnce = await renewals(check, begin, 0);
  // Waits, because a token that is computed from the user, its kind and the current second is the same within that second.
  const renewed = atOnce.every(isOther) ? atOnce : await renewals(check, begin, aSecond);
  for (const { earlier, renewal } of renewed) expect(renewal.exchange).toSatisfy(hasOtherAccessThan(earlier));
}

/** Milliseconds, with some to spare. */
const aSecond = 1100;

/** Two refreshes in a row of a new session, each this many milliseconds after the token that it renews was issued. */
async function renewals(check: Check, begin: Beginning, wait: number) {
  const session = await begin(check);
  await sleep(wait);
  const once = await refreshed(check, session.refresh);
  await sleep(wait);
  const twice = await refreshed(check, once.refresh);
  return [
    { earlier: [session.access], renewal: once },
    { earlier: [session.access, once.access], renewal: twice },
  ];
}

const isOther = ({ earlier, renewal }: Awaited<ReturnType<typeof renewals>>[number]): boolean =>
  !earlier.includes(renewal.access);

const bothTokensWork =
  'both tokens of a refreshed pair work, the access token as a bearer token and the refresh token for another refresh';

requirement('SESS-15', bothTokensWork, async (check) => {
  await undisturbed(check, async () => {
    const session = await refreshableSession(check);
    await bothWork(check, session, await refreshed(check, session.refresh));
  });
});

requirement('SESS-15', bothTokensWork, 'in a session that a second factor began', async (check) => {
  if (check.profile.users.mfa === undefined) return;
  await undisturbed(check, async () => {
    const session = await freshSession(check, 'mfa');
    if (session.refresh === undefined) return;
    // It is not stated that a refresh token of the older exchange is accepted here; if it is, the new pair is checked like any other.
    const once = pairOf(await check.api.call('refreshSession', { form: { token: session.refresh } }));
    if (once) await bothWork(check, session, once);
  });
});

type Pair = NonNullable<ReturnType<typeof pairOf>>;

async function bothWork(check: Check, session: FreshSession, once: Pair): Promise<void> {
  const { api, untested } = check;
  await admitsToEverything(check, inSession({ ...session, ...once }));
  let pair = once;
  for (let further = 0; further < furtherRefreshes; further++) {
    const renewal = await api.call('refreshSession', { form: { token: pair.refresh } });
    expect(renewal).toBeAccepted();
    pair = pairOf(renewal) ?? untested('a token pair to go on with');
    expect(await api.call('issueWebSocketToken', inSession({ ...session, ...pair }))).toBeAdmitted();
  }
}

/** Refreshes in a row, because a session lives as long as its tokens are renewed. */
const furtherRefreshes = 4;

requirement('SESS-17', 'a refresh with an unknown refresh token gives 404', async (check) => {
  const { refresh } = await refreshableSession(check);
  const renew = (token: string) => check.api.call('refreshSession', { form: { token } });
  const unknown = await renew(lookalikeOf(refresh));
  // A text that does not look like a token may also be refused as invalid input.
  const formless = [`never-issued-${crypto.randomUUID()}`, ...farLengths.map((length) => refresh + 'x'.repeat(length))];
  const others = await inParallel([...formless, ...nearMisses(refresh)], renew);
  // Before the twin, because a wrong one that is accepted may use up the right one.
  for (const other of others) expect(other).toBeRefused();
  const twin = await renew(refresh);
  if (!succeeded(twin)) check.untested(`a refresh that is accepted: ${inWords(twin)}`);
  // A wrong signature can be refused without looking the token up.
  const mayProveItself = !isUuid(refresh);
  const isTold = refused(unknown) === undefined && isValidationError(jsonOf(unknown));
  if (!(mayProveItself && isTold)) expect(unknown).toBeRefused(404);
});

requirement(
  'SESS-19',
  'a refresh without the field token, or with an access, WebSocket, MFA or sign token in it, is refused',
  async (check) => {
    const { api, untested } = check;
    const session = await refreshableSession(check);
    const { access, refresh } = session;
    expect(await api.call('refreshSession', { form: {} })).toBeRefused();
    expect(await api.call('refreshSession', {})).toBeRefused();
    expect(await api.call('refreshSession', { form: { token: access } })).toBeRefused();
    // A form parser may turn these into a search operator that matches any token.
    for (const name of ['token[$ne]', 'token[a]', 'token[]'])
      expect(await api.call('refreshSession', { form: { [name]: '' } })).toBeRefused();
    const webSocket = textWithin(jsonOf(await api.call('issueWebSocketToken', inSession(session))), 'token');
    if (webSocket !== undefined && webSocket !== refresh)
      expect(await api.call('refreshSession', { form: { token: webSocket } })).toBeRefused();
    const renewed = await unlessUntested(() => refreshed(check, refresh));
    const asked = await askedAtLogin(check);
    const { accessToken, refreshToken, wsToken } = await tokensOfExchange(check, asked);
    const others = [renewed?.access, accessToken, wsToken].filter((token) => token !== undefined);
    const real = [renewed?.refresh, refreshToken];
    for (const token of [...others.filter((one) => !real.includes(one)), ...(await tokensOfConfirmation(check, asked))])
      expect(await api.call('refreshSession', { form: { token } })).toBeRefused();
    const twin = await refreshableSession(check);
    const renewal = await api.call('refreshSession', { form: { token: twin.refresh } });
    if (!succeeded(renewal)) untested(`a refresh that is accepted: ${inWords(renewal)}`);
  },
);

// As of two windows of one client. The judge looks at the answers: which of the two is answered a pair is not stated.
requirement(
  'ERR-01',
  'no request, however odd, is answered with a 5xx, but for 501 to a method that no operation uses',
  'equal refreshes at once',
  async (check) => {
    const session = await unlessUntested(() => refreshableSession(check));
    const token = session?.refresh;
    if (token) await inParallel([token, token], (one) => check.api.call('refreshSession', { form: { token: one } }));
  },
);

requirement(
  'SESS-20',
  'whether a refresh also takes a JSON body, and what it makes of an Authorization header, is not stated',
  async (check) => {
    const asJson = await refreshableSession(check);
    const json = await check.api.call('refreshSession', { json: { token: asJson.refresh } });
    check.observe(`a refresh with a JSON body is answered with ${statusOf(json) ?? 'nothing'}`);
    const { refresh, user } = await refreshableSession(check);
    const other = await freshSession(check, user);
    const authorized = await check.api.call('refreshSession', {
      form: { token: refresh },
      authorization: bearer(other.access),
    });
    check.observe(
      `a refresh with an Authorization header beside it is answered with ${statusOf(authorized) ?? 'nothing'}`,
    );
  },
);

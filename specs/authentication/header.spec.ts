// Requests without the header in cases that a target may forget: those that ask for more than usual, those with a token elsewhere, and
// those that a target may carry out although it refuses them (Authentication, rule 1).
import type { OperationId } from '../../contract/operations.ts';
import { saysNothing } from '../../contract/presence.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { undisturbed } from '../../harness/prepare/fresh-session.ts';
import { lookalikeOf } from '../../harness/prepare/lookalike.ts';
import { oncePerOccasion } from '../../harness/prepare/once.ts';
import { confirmingUsers, signTokenOf } from '../../harness/prepare/second-factor.ts';
import { inWords, isFields, jsonOf, succeeded } from '../../subject/answers.ts';
import type { CallInput } from '../../subject/calls.ts';
import { bearer } from '../../subject/connection.ts';
import { isKnown, keyFor, type OpenValues } from '../../subject/names.ts';
import { current } from '../cards/support/card.ts';
import {
  isOn,
  isSwitchable,
  laterRead,
  leftAsItIs,
  send,
  shows,
  stateOf,
  switching,
} from '../cards/support/notification.ts';
import { acceptingAny } from '../errors/support/any-type.ts';
import { soundMember } from '../errors/support/sound-calls.ts';
import { otherSpellings } from '../errors/support/spellings.ts';
import { additionsTo } from '../errors/support/ways.ts';
import { endlessInvitation, readingForms } from '../members/support/invitation.ts';
import { expectStill } from '../payments/support/cancelling.ts';
import { expectUnchanged, openDrafts, signing, uuidsOf, validating } from '../payments/support/drafts.ts';
import { lasting, may, readPayments } from '../payments/support/payment.ts';
import { asCookies, cookiesOf } from '../sessions/support/cookies.ts';
import { refusesNobody } from './support/refusals.ts';
import { readings, validRequest } from './support/requests.ts';

const needsTheHeader =
  'a request without an Authorization header where a bearer token is needed gives 401 and changes nothing';

requirement('AUTH-01', needsTheHeader, 'whatever it asks for besides', async (check) => {
  await inParallel(await askedForMore(check), async ([id, input]) => {
    expect(await check.api.call(id, { ...input, as: 'nobody' })).toBeRefused(401);
  });
});

requirement('AUTH-01', needsTheHeader, 'whatever type it accepts', async (check) => {
  for (const accepting of acceptingAny(check)) await refusesReads(check, accepting);
});

// A login may also begin a session of the server's own, whose cookie alone may admit.
requirement('AUTH-01', needsTheHeader, 'with the cookies of a login', (check) =>
  undisturbed(check, async () => {
    const cookies = await cookiesOf(check);
    if (cookies) await refusesReads(check, cookies);
  }),
);

// The list of events has a rule of its own.
async function refusesReads(check: Check, more: Pick<CallInput, 'headers'>): Promise<void> {
  const ids = readings.filter((id) => id !== 'listWebhookEvents');
  await inParallel(ids, async (id) => {
    const { input, about } = await validRequest(check, id);
    if (about === 'something') expect(await check.api.call(id, { ...input, ...more, as: 'nobody' })).toBeRefused(401);
  });
}

requirement('AUTH-01', needsTheHeader, 'by another spelling of its address', async (check) => {
  const { api } = check;
  const [card] = (await unlessUntested(check.fixtures.cards)) ?? [];
  const [payment] = lasting(check);
  const things = [card && `/v2/card/${card}`, payment && `/v2/payment/${payment}`].filter((path) => path !== undefined);
  await inParallel(['/v2/card', '/v1/card', '/v2/webhook', ...things], async (path) => {
    const known = new Set(marksIn(await api.request('GET', path)));
    for (const spelling of known.size === 0 ? [] : otherSpellings(path)) {
      expect(await api.request('GET', spelling, { as: 'nobody' })).toSatisfy(showsNone(known));
    }
  });
});

/** Values that identify the things in an answer. */
const marksIn = (exchange: Exchange): readonly unknown[] =>
  succeeded(exchange)
    ? [jsonOf(exchange)]
        .flat()
        .filter(isFields)
        .flatMap(({ id, uuid, url }) => [id, uuid, url].filter((mark) => !saysNothing(mark)))
    : [];

/** Other content at such an address, such as a page or a redirect, is no answer of the operation. */
const showsNone =
  (known: ReadonlySet<unknown>) =>
  (exchange: Exchange): Mismatch =>
    marksIn(exchange).some((mark) => known.has(mark))
      ? { expected: 'nothing that is shown to its owner alone', got: inWords(exchange) }
      : undefined;

/** Requests for each addition that an operation offers, as far as the names of the parameters are known. */
async function askedForMore(check: Check): Promise<ReadonlyArray<readonly [OperationId, CallInput]>> {
  const { names } = check.api;
  const [card] = (await unlessUntested(check.fixtures.cards)) ?? [];
  const [payment] = lasting(check);
  const lists: readonly OpenValues[] = [{ statusFilter: 'ACTIVE' }, { typeFilter: 'Virtual' }, { sort: '-id' }];
  const ofLists = (['listCards', 'listCardsV1'] as const).flatMap((id) =>
    lists
      .filter((open) => isKnown<unknown>(names[keyFor(id, Object.keys(open)[0] as keyof OpenValues)]))
      .map((open) => [id, { open }] as const),
  );
  const things: ReadonlyArray<readonly [OperationId, string | undefined]> = [
    ['readCardV1', card],
    ['readPayment', payment],
    ['readCardCredentials', check.profile.allow.readCredentials ? card : undefined],
  ];
  const ofThings = things.flatMap(([id, thing]) =>
    thing === undefined ? [] : additionsTo(id, names).map((more) => [id, { ...more, path: { id: thing } }] as const),
  );
  return [...ofLists, ...ofThings];
}

// The list syntax of forms may have to be found out first.
requirement('AUTH-01', needsTheHeader, 'for an invitation in a form', async (check) => {
  if (check.profile.allow.inviteMembers === 0) return;
  const reading = await unlessUntested(() => readingForms(check));
  if (reading === undefined) return;
  const input = { form: await endlessInvitation(check) };
  await unlessUntested(() =>
    refusesNobody(reading, 'inviteMember', [{ input, about: 'nothing', spends: 'inviteMembers' }]),
  );
});

requirement('AUTH-01', needsTheHeader, 'with a token elsewhere', async (check) => {
  const { api } = check;
  // The API renews a session that has ended when a call is refused.
  await api.call('issueWebSocketToken');
  const token = await (await api.session()).accessToken();
  const inQuery: CallInput = { query: { access_token: token } };
  const inCookie: CallInput = { headers: asCookies(check, [['access_token', token]]) };
  // The list of events has a rule of its own.
  await inParallel(
    readings.filter((id) => id !== 'listWebhookEvents'),
    async (id) => {
      const { input, about } = await validRequest(check, id);
      if (about === 'nothing') return;
      expect(await api.call(id, { ...input, ...inCookie, as: 'nobody' })).toBeRefused(401);
      // A target that refuses unknown parameters may do so before it looks at credentials.
      const isKnownThere = succeeded(await api.call(id, { ...input, ...inQuery }));
      expect(await api.call(id, { ...input, ...inQuery, as: 'nobody' })).toBeRefused(isKnownThere ? 401 : undefined);
    },
  );
  await inParallel(['readCardCredentials', 'signPayments', 'setSmsBalanceNotification'] as const, async (id) => {
    const { input, about } = (await unlessUntested(() => validRequest(check, id))) ?? {};
    if (about !== 'something') return;
    const inBody = { ...(input?.json as object), access_token: token };
    const body = id === 'setSmsBalanceNotification' ? { json: undefined, form: inBody } : { json: inBody };
    expect(await api.call(id, { ...input, ...body, as: 'nobody' })).toBeRefused();
  });
});

requirement('AUTH-01', needsTheHeader, 'for a cancellation', async (check) => {
  const kept = check.fixtures.keptCancellable();
  const [before] = kept === undefined ? [] : await readPayments(check, [kept]);
  if (before === undefined || !may(before, 'canCancel') || check.profile.allow.cancelPayments < 2) return;
  check.spend('cancelPayments');
  expect(await check.api.call('cancelPayment', { path: { id: before.id }, as: 'nobody' })).toBeRefused(401);
  await expectStill(check, before);
});

// A target may refuse to switch and still switch.
requirement('AUTH-01', needsTheHeader, 'for a notification', async (check) => {
  const { api, profile } = check;
  if (!profile.allow.smsNotification || !isKnown(api.names.smsField)) return;
  const card = leftAsItIs((await api.cards.list()).filter(isSwitchable)).at(-1);
  if (card === undefined) return;
  const [path, before] = [{ id: current.idOf(card) }, isOn(card)];
  const body = switching(check, !before);
  const exchange = await api.call('setSmsBalanceNotification', { path, ...body, as: 'nobody' });
  const after = await laterRead(check, path);
  if (succeeded(after) && stateOf(jsonOf(after)) !== before) await send(check, path.id, switching(check, before));
  expect(exchange).toBeRefused(401);
  if (succeeded(after)) expect(after).toSatisfy(shows(before, 'the card'));
});

// A sign token identifies the user who confirmed, and a target may take that user for the caller.
requirement('AUTH-01', needsTheHeader, 'with a sign token', (check) =>
  refusesDespiteSignToken(check, { as: 'nobody' }, newToken),
);

requirement(
  'AUTH-02',
  'a malformed Authorization header, a bearer token that was never issued, or an expired access token gives 401',
  'with a sign token',
  async (check) => {
    const never = lookalikeOf(await (await check.api.session()).accessToken());
    await refusesDespiteSignToken(check, { authorization: bearer(never) }, keptToken);
  },
);

requirement(
  'AUTH-05',
  'a refresh, WebSocket, MFA or sign token in place of the access token gives 401 or 403',
  'with a sign token',
  async (check) => {
    const refresh = await (await check.api.session()).refreshToken();
    if (refresh !== undefined) await refusesDespiteSignToken(check, { authorization: bearer(refresh) }, keptToken);
  },
);

type Credentials = Pick<CallInput, 'as' | 'authorization'>;
type TokenFor = typeof newToken;

const newToken = (check: Check) => unlessUntested(() => signTokenOf(check, confirmingUsers(check)));

/** One token for several requests, because a request that is refused for its header uses up no sign token. */
const keptToken: TokenFor = oncePerOccasion(newToken);

async function refusesDespiteSignToken(check: Check, credentials: Credentials, tokenFor: TokenFor): Promise<void> {
  // Somebody else may sign a draft meanwhile.
  if (isKnown(check.api.names.signToken)) await check.retried(() => refusesToSign(check, credentials, tokenFor));
  const member = await unlessUntested(() => soundMember(check));
  const token = member && (await tokenFor(check));
  if (member === undefined || token === undefined) return;
  const json = { ...member, signToken: token.signToken };
  const exchange = await check.api.call('inviteMember', { json, ...credentials });
  if (succeeded(exchange)) await unlessUntested(async () => check.spend('inviteMembers'));
  expect(exchange).toBeNotCarriedOut();
}

async function refusesToSign(check: Check, credentials: Credentials, tokenFor: TokenFor): Promise<void> {
  const { api, profile } = check;
  const drafts = await unlessUntested(() => openDrafts(check, 1));
  if (drafts === undefined) return;
  for (const asking of profile.allow.signDrafts > 0 ? [validating, signing] : [validating]) {
    const token = await tokenFor(check);
    if (token === undefined) return;
    const call = asking(uuidsOf(drafts), { signToken: token.signToken });
    const exchange = await api.call('signPayments', { ...call, ...credentials });
    if (asking === signing && succeeded(exchange)) await unlessUntested(async () => check.spend('signDrafts'));
    expect(exchange).toBeNotCarriedOut();
  }
  await expectUnchanged(check, drafts);
}

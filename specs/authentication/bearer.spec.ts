// The bearer token on every operation that needs one (Authentication, rules 1, 4 and 6; Errors, rules 1 and 3).
import type { OperationId } from '../../contract/operations.ts';
import { nowhere } from '../../generators/ids.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { anyInputOf } from '../../harness/prepare/any-input.ts';
import { freshSession, inSession, sessionByForm, undisturbed } from '../../harness/prepare/fresh-session.ts';
import { lookalikeOf, nearMisses } from '../../harness/prepare/lookalike.ts';
import { statusOf, succeeded } from '../../subject/answers.ts';
import type { CallInput } from '../../subject/calls.ts';
import { basic, bearer } from '../../subject/connection.ts';
import { userNamesOf } from '../../subject/profile/profile.ts';
import { SessionLost } from '../../subject/session/session.ts';
import { anyType, codings, languages, leftOpen } from '../errors/support/odd-headers.ts';
import { waysOf } from '../errors/support/ways.ts';
import { admitsToWrites } from './support/admitted.ts';
import { otherTokens } from './support/other-tokens.ts';
import { refusedAsUnknown, refusedToNobody, refusesEach, refusesNobody, refusesOther } from './support/refusals.ts';
import {
  bearerOperations,
  ofAccessTokens,
  operationsOnOne,
  readings,
  toEach,
  underOtherIds,
  validRequest,
  validRequests,
} from './support/requests.ts';

requirement(
  'AUTH-01',
  'a request without an Authorization header where a bearer token is needed gives 401 and changes nothing',
  async (check) => {
    await toEach(check, bearerOperations, async (id) => {
      const valid = await validRequests(check, id);
      const again = await underOtherIds(check, id, valid[0]!);
      await inParallel(again, (request) => refusesNobody(check, id, [request]));
      for (const way of waysOf(id, check.api.names)) {
        const requests = valid.map(({ input, ...request }) => ({ ...request, input: way(input) }));
        await refusesNobody(check, id, requests);
      }
    });
  },
);

requirement(
  'AUTH-02',
  'a malformed Authorization header, a bearer token that was never issued, or an expired access token gives 401',
  async (check) => {
    const token = await tokenInUse(check);
    await toEach(check, bearerOperations, async (id) => {
      await refusesEach(check, id, notBearing(token));
      for (const way of waysOf(id, check.api.names)) await refusesEach(check, id, [bearer(lookalikeOf(token))], way);
      await refusedUnderOtherIds(check, id, bearer(lookalikeOf(token)));
    });
  },
);

/** A target may forget to check the token where it is asked for a thing by its other id. */
async function refusedUnderOtherIds(check: Check, id: OperationId, authorization: string): Promise<void> {
  const others = await underOtherIds(check, id, await validRequest(check, id));
  await inParallel(others, async ({ input }) => {
    expect(await check.api.call(id, { ...input, authorization })).toBeRefused(401);
  });
}

requirement('AUTH-04', 'Basic credentials where a bearer token belongs give 401', async (check) => {
  const authorization = basic(check.api.user);
  await toEach(check, bearerOperations, async (id) => {
    for (const way of waysOf(id, check.api.names)) await refusesEach(check, id, [authorization], way);
    await refusedUnderOtherIds(check, id, authorization);
  });
});

requirement(
  'AUTH-05',
  'a refresh, WebSocket, MFA or sign token in place of the access token gives 401 or 403',
  async (check) => {
    const tokens = await otherTokens(check);
    const refresh = await (await check.api.session()).refreshToken();
    await toEach(check, ofAccessTokens, async (id) => {
      const request = await refusedToNobody(check, id);
      await inParallel(tokens, (token) => refusesOther(check, id, request, bearer(token)));
      if (refresh === undefined) return;
      // One of them is also sent in the other ways to ask, where a target may forget to check the kind of token.
      const [, ...others] = waysOf(id, check.api.names);
      const asked = others.map((way) => ({ ...request, input: way(request.input) }));
      const further = [...asked, ...(await underOtherIds(check, id, request))];
      await inParallel(further, (one) => refusesOther(check, id, one, bearer(refresh)));
    });
  },
);

requirement(
  'AUTH-07',
  'the list of webhook events without a valid bearer token is refused with 401 or 403',
  async (check) => {
    const { api, untested } = check;
    const twin = await api.call('listWebhookEvents');
    // A user who may not see the events gets 403 with right credentials too, so a 403 says nothing about the credentials.
    if (!succeeded(twin)) untested(`a user who may list webhook events: ${statusOf(twin)}`);
    expect(await api.call('listWebhookEvents', { as: 'nobody' })).toSatisfy(refusedAsUnknown);
    const [token, others] = [await tokenInUse(check), await otherTokens(check)];
    for (const authorization of [...notBearing(token), basic(api.user), ...others.map(bearer)]) {
      expect(await api.call('listWebhookEvents', { authorization })).toSatisfy(refusedAsUnknown);
    }
  },
);

const nothings = [nowhere, '999999999'];

requirement(
  'AUTH-13',
  'missing or invalid credentials give 401 also when the resource is unknown (RFC 9110 section 15.5.2)',
  async (check) => {
    const never = bearer(lookalikeOf(await tokenInUse(check)));
    await toEach(check, operationsOnOne, async (id) => {
      for (const nothing of nothings) {
        const input = { ...anyInputOf(id, check.api.names), path: { id: nothing } };
        expect(await check.api.call(id, { ...input, as: 'nobody' })).toBeRefused(401);
        expect(await check.api.call(id, { ...input, authorization: never })).toBeRefused(401);
      }
    });
  },
);

const acceptedAsBearer = 'a valid access token is accepted as a bearer token';

requirement('AUTH-15', acceptedAsBearer, async (check) => {
  const { api, profile } = check;
  const inputs = await Promise.all(readings.map(async (id) => [id, (await validRequest(check, id)).input] as const));
  for (const name of userNamesOf(profile)) {
    try {
      await api.session(name);
    } catch (error) {
      // Other checks test whether every user can log in.
      if (error instanceof SessionLost && name !== api.user.name) continue;
      throw error;
    }
    await inParallel(inputs, ([id, input]) =>
      undisturbed(check, async () => expect(await api.call(id, { ...input, as: name })).toBeAdmitted()),
    );
  }
});

requirement('AUTH-15', acceptedAsBearer, 'of a login by a form', async (check) => {
  const inputs = await Promise.all(readings.map(async (id) => [id, (await validRequest(check, id)).input] as const));
  await undisturbed(check, async () => {
    const session = await sessionByForm(check);
    if (session === undefined) return;
    await inParallel(inputs, async ([id, input]) => {
      expect(await check.api.call(id, { ...input, ...inSession(session) })).toBeAdmitted();
    });
    await admitsToWrites(check, inSession(session));
  });
});

/** How often each reading operation is called with one token, which makes more than a hundred calls. */
const uses = 12;

requirement('AUTH-15', acceptedAsBearer, 'again and again', async (check) => {
  const requests = await Promise.all(readings.map(async (id) => [id, await validRequests(check, id)] as const));
  await undisturbed(check, async () => {
    const session = await freshSession(check);
    const all = Array.from({ length: uses }, (_, often) =>
      requests.map(([id, valid]) => [id, { ...valid[often % valid.length]!.input, ...inTurn(check, often) }] as const),
    ).flat();
    await inParallel(all, async ([id, input]) => {
      expect(await check.api.call(id, { ...input, ...inSession(session) })).toBeAdmitted();
    });
    await admitsToWrites(check, { ...inSession(session), capitals: true });
  });
});

/**
 * A target may recognise the header in only one spelling of its name. The judge checks the answers to clients that accept certain codings and
 * languages, or any type.
 */
const inTurn = (check: Check, often: number): Pick<CallInput, 'capitals' | 'headers'> => ({
  ...(often % 2 === 1 && { capitals: true }),
  ...(often % 3 > 0 && { headers: leftOpen(check, [codings, often % 3 === 1 ? anyType : languages]).flat() }),
});

requirement(
  'AUTH-19',
  'the scheme name in Authorization is taken in any letter case (RFC 9110 section 11.1)',
  'bearer',
  async (check) => {
    await undisturbed(check, async () => {
      const token = await tokenInUse(check);
      const as = check.api.user.name;
      for (const scheme of ['bearer', 'BEARER']) {
        expect(await check.api.call('listCards', { as, authorization: `${scheme} ${token}` })).toBeAdmitted();
      }
    });
  },
);

/**
 * Headers that resemble the right one: part of the token, the token with an addition or under another scheme, and the right header behind
 * other text.
 */
function notBearing(token: string): readonly string[] {
  return [
    'Bearer',
    bearer(lookalikeOf(token)),
    bearer(crypto.randomUUID()),
    bearer('never+issued/to.anybody~=='),
    ...nearMisses(token).map(bearer),
    token,
    `Token ${token}`,
    `Basic ${token}`,
    `x${bearer(token)}`,
    `Token ${bearer(token)}`,
  ];
}

/** A token that the target accepts now, because refusals of an expired token would prove nothing. */
async function tokenInUse({ api, untested }: Check): Promise<string> {
  // The API renews a session that has ended when a call is refused.
  await api.call('issueWebSocketToken');
  const token = await (await api.session()).accessToken();
  const twin = await api.call('issueWebSocketToken', inSession({ user: api.user.name, access: token }));
  return succeeded(twin) ? token : untested(`an access token that is accepted: ${statusOf(twin)}`);
}

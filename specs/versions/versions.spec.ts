// The versions side by side, and deprecated operations (Versioning).
import { type OperationId, operations } from '../../contract/operations.ts';
import { header } from '../../contract/wire.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Mismatch, refused } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { sample } from '../../harness/assert/sample.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import {
  type FreshSession,
  freshSession,
  inSession,
  refreshableSession,
  refreshed,
  undisturbed,
} from '../../harness/prepare/fresh-session.ts';
import { askedAtLogin, confirmingUsers, forExchange, signTokenOf } from '../../harness/prepare/second-factor.ts';
import { demandedMfa, jsonOf, responseOf, statusOf, succeeded, textWithin } from '../../subject/answers.ts';
import { filled, inputOf } from '../../subject/bodies.ts';
import { isKnown } from '../../subject/names.ts';
import type { OpenBody } from '../../subject/profile/profile.ts';
import { allCards, allows, type Card, current, kindOf, legacy } from '../cards/support/card.ts';

/** Operations of each version that need no special permission. */
const ofEachVersion: readonly OperationId[] = ['listCardsV1', 'listCards', 'listWebhookEvents', 'issueWebSocketToken'];

const everyVersion =
  'every operation answers at its versioned path below the base address, and one session serves all versions';

requirement('VER-01', everyVersion, 'the session of a login', async (check) => {
  await undisturbed(check, async () => servesAll(check, await freshSession(check)));
});

requirement('VER-01', everyVersion, 'a session after its refresh', async (check) => {
  await undisturbed(check, async () => {
    const session = await refreshableSession(check);
    await servesAll(check, { ...session, ...(await refreshed(check, session.refresh)) });
  });
});

requirement('VER-01', everyVersion, 'the session of a v2 exchange', async (check) => {
  await undisturbed(check, async () => {
    const token = await signTokenOf(check, confirmingUsers(check), 'login');
    const { user } = token;
    const exchange = await check.api.call('exchangeSignToken', { as: user, json: forExchange(token) });
    const access = succeeded(exchange) ? textWithin(jsonOf(exchange), 'data', 'accessToken') : undefined;
    if (access === undefined) return check.untested('an access token of the v2 exchange');
    await servesAll(check, { user, access });
  });
});

const stillAvailable = 'deprecated operations are still available and work, those on one card by its UUID';

requirement('VER-02', stillAvailable, 'the exchange of a sign token', async (check) => {
  const asked = await askedAtLogin(check);
  const token = await signTokenOf(check, asked.length > 0 ? asked : confirmingUsers(check), 'login');
  const exchange = await check.api.call('exchangeSignToken', { as: token.user, json: forExchange(token) });
  // A target may bind a sign token to one operation, so its refusal does not show that this operation is gone.
  const status = statusOf(exchange);
  const isRefused = refused(exchange) === undefined && (asked.length === 0 || status === 401);
  if (isRefused && !withoutOperation.includes(status ?? 0)) check.untested('a sign token that the v2 exchange takes');
  expect(exchange).toBeAccepted();
});

requirement('VER-02', stillAvailable, 'the v1 card list', async (check) => {
  const { length: cards } = await allCards(check, legacy);
  const times = Math.max(fewest, Math.min(repetitions, Math.floor(mostListed / cards)));
  const exchanges = await inParallel(Array.from({ length: times }), () => check.api.call('listCardsV1'));
  for (const exchange of exchanges) expect(exchange).toBeAccepted();
});

for (const id of ['readCardV1', 'readCardLimitsV1'] as const) {
  requirement('VER-02', stillAvailable, id, async (check) => {
    const cards = sample(await allCards(check, legacy), mostRead, check.seed, kindOf);
    const rounds = Math.ceil(repetitions / cards.length);
    const calls = Array.from({ length: rounds }).flatMap(() => cards);
    const exchanges = await inParallel(calls, (card) => check.api.call(id, { path: { id: legacy.idOf(card) } }));
    for (const exchange of exchanges) expect(exchange).toSatisfy(isAvailable);
    // Limits of a card that has none now may be refused or unknown.
    const mayBeHad = exchanges.filter((_, at) => id === 'readCardV1' || allows(calls[at] as Card, 'canGetLimits'));
    if (!exchanges.some(succeeded) && mayBeHad.every((exchange) => statusOf(exchange) === 403))
      check.untested('a card of which the user may have it');
    expect(exchanges.some(succeeded)).toBe(true, `whether ${id} succeeds for any card`);
  });
}

requirement('VER-08', 'removal dates of deprecated operations are not shown', async (check) => {
  for (const id of ['listCardsV1', 'readCardV1', 'readCardLimitsV1'] as const) {
    const [card] = await allCards(check, legacy);
    const exchange = await check.api.call(id, { path: { id: legacy.idOf(card as Card) } });
    const headers = responseOf(exchange)?.headers ?? [];
    const said = ['deprecation', 'sunset', 'link'].map((name) => `${name} ${header(headers, name) ?? 'none'}`);
    check.observe(`${id} says: ${said.join(', ')}`);
  }
});

requirement(
  'VER-09',
  'request and response shapes of the four rate-limited operations without a table row are not shown',
  async (check) => {
    for (const id of ['refreshV2', 'refreshTokenV2', 'createPayment', 'setCardLimits'] as const) {
      const seen = await answerOf(check, id);
      if (typeof seen === 'string') check.observe(`${id} was not called: ${seen}`);
      else check.observe(`${id} answers ${statusOf(seen) ?? 'nothing'} with ${shapeOf(jsonOf(seen))}`);
    }
  },
);

/** Enough repetitions to meet a failure that occurs once in twenty times. */
const repetitions = 120;

/** Long lists are read less often, and only some of many cards: any of them shows that the operation works. */
const mostListed = 12_000;
const fewest = 4;
const mostRead = 300;

/** Statuses that show that an operation does not exist, or no longer. */
const withoutOperation: readonly number[] = [404, 405, 410, 501];

async function servesAll({ api }: Check, session: Pick<FreshSession, 'user' | 'access'>): Promise<void> {
  for (const id of ofEachVersion) {
    const exchange = await api.call(id, inSession(session));
    expect(exchange).toSatisfy(isKnownSession(id));
  }
}

const isKnownSession =
  (id: OperationId) =>
  (exchange: Exchange): Mismatch => {
    const status = statusOf(exchange);
    const isServed = status !== undefined && ![401, ...withoutOperation].includes(status);
    if (isServed) return undefined;
    return { expected: `an answer of ${operations.get(id)?.path} to the session`, got: String(status ?? 'no answer') };
  };

/** The operation exists even if a card forbids it or has nothing of the kind. */
function isAvailable(exchange: Exchange): Mismatch {
  const status = statusOf(exchange);
  const mayBe = succeeded(exchange) || status === 403 || status === 404 || demandedMfa(exchange) !== undefined;
  return mayBe
    ? undefined
    : { expected: 'a success, or a refusal that is about the card', got: String(status ?? 'no answer') };
}

async function answerOf(check: Check, id: OpenBody): Promise<Exchange | string> {
  const template = check.api.names.bodies[id];
  if (!isKnown(template)) return `open.bodies.${id} is not known`;
  const [card] = await allCards(check, current);
  const ids = { walletId: String(card?.walletId), cardId: String(card?.id) };
  if (id === 'setCardLimits') {
    if (!check.profile.allow.setCardLimits) return 'allow.setCardLimits is false';
    return check.api.call(id, { path: { id: ids.cardId }, ...inputOf(filled(template.value, ids)) });
  }
  if (id === 'createPayment') {
    check.spend('createPayments');
    return check.api.call(id, inputOf(filled(template.value, ids)));
  }
  const session = await refreshableSession(check);
  const input = inputOf(filled(template.value, { refreshToken: session.refresh }));
  return check.api.call(id, { ...inSession(session), ...input });
}

/** The shape of a JSON value in a few words: its names and types, without any value. */
function shapeOf(value: unknown, depth = 0): string {
  if (value === undefined) return 'no JSON';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${shapeOf(value[0], depth + 1)}]`;
  if (typeof value !== 'object') return typeof value;
  if (depth === 3) return 'object';
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${shapeOf(member, depth + 1)}`)
    .join(', ')} }`;
}

// The shape of a 429 on each operation that is limited (Errors / rule 4). The checks of limits test whether the limit is right.
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../contract/operations.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { cardFor } from '../../load/limited-call.ts';
import { statusOf } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { filled, inputOf } from '../../subject/bodies.ts';
import { known } from '../../subject/names.ts';
import { type OpenBody, openBodies, type UserName } from '../../subject/profile/profile.ts';

requirement('ERR-07', 'a 429 has the standard error shape', async (check) => {
  if (!check.profile.allow.load) check.untested('permission to send more than a limit takes (allow.load)');
  let met = 0;
  for (const id of openBodies) if (await isLimited(check, id, idleCall(check, id))) met += 1;
  if (met > 0) return;
  const call = await calculation(check);
  if (call === undefined || !(await isLimited(check, 'calculateCardLimits', call)))
    check.untested('an answer with 429');
});

/** The number of requests at the same time where the profile declares no limit. */
const usualBurst = 60;
const most = 400;

async function isLimited(check: Check, id: OpenBody, call: Call): Promise<boolean> {
  const declared = check.profile.declares.rateLimits[id]?.requests;
  const count = Math.min(most, declared === undefined ? usualBurst : 2 * declared + 5);
  let limited = false;
  await inParallel(
    Array.from({ length: count }),
    async () => {
      if (limited) return;
      const exchange = await check.api.call(id as OperationId, { ...call, on429: 'return' });
      limited ||= statusOf(exchange) === 429;
    },
    16,
  );
  return limited;
}

/** A user whose limits other checks do not need, if there is one. */
const otherUser = ({ api: { user }, profile: { users } }: Check): UserName =>
  users.second ? 'second' : users.mfa ? 'mfa' : user.name;

/** A calculation for a card that exists, because a limiter may count only requests that are carried out; undefined where that is not allowed. */
async function calculation(check: Check): Promise<Call | undefined> {
  const { api, profile } = check;
  const as = otherUser(check);
  const card = profile.allow.calculateLimits
    ? cardFor('calculateCardLimits', await api.cards.list({}, { as }))
    : undefined;
  if (card === undefined) return undefined;
  const template = known(api.names.bodies.calculateCardLimits);
  return { as, path: { id: String(card.id) }, ...(template && inputOf(filled(template, { cardId: String(card.id) }))) };
}

/** A request about things that do not exist, or with an empty body, so that it changes nothing. */
function idleCall(check: Check, id: OpenBody): Call {
  const { names } = check.api;
  const as = otherUser(check);
  const path = { path: { id: randomUUID() } };
  switch (id) {
    case 'createPayment':
      return { as, json: {} };
    case 'refreshV2':
    case 'refreshTokenV2':
      return { as, json: { token: randomUUID(), refreshToken: randomUUID() } };
    default: {
      const template = known(names.bodies[id]);
      return { as, ...path, ...(template && inputOf(filled(template, {}))) };
    }
  }
}

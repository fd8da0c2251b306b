// The shape of a 429 on each operation that is limited (Errors / rule 4). The checks of limits ask whether the limit is right.
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../contract/operations.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { statusOf } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { filled, inputOf } from '../../subject/bodies.ts';
import { known } from '../../subject/names.ts';
import { type OpenBody, openBodies } from '../../subject/profile/profile.ts';

requirement('ERR-07', 'a 429 has the standard error shape', async (check) => {
  if (!check.profile.allow.load) check.untested('leave to send more than a limit takes (allow.load)');
  let met = 0;
  for (const id of openBodies) if (await isLimited(check, id)) met += 1;
  if (met === 0) check.untested('an answer with 429');
});

/** Sent at once where nobody says how many make a limit. */
const usualBurst = 60;
const most = 400;

/**
 * Requests about things that do not exist, or with nothing in them, so that they change nothing. A limiter that counts successes
 * alone is never met by them.
 */
async function isLimited(check: Check, id: OpenBody): Promise<boolean> {
  const declared = check.profile.declares.rateLimits[id]?.requests;
  const count = Math.min(most, declared === undefined ? usualBurst : 2 * declared + 5);
  const call = idleCall(check, id);
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

/** Of a user on whose limits other checks do not depend, where there is one. */
function idleCall({ api: { names, user }, profile: { users } }: Check, id: OpenBody): Call {
  const as = users.second ? 'second' : users.mfa ? 'mfa' : user.name;
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

// Who may call what (Authentication, rule 9).
import type { OperationId } from '../../contract/operations.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { statusOf } from '../../subject/answers.ts';
import { readings, validRequest } from './support/requests.ts';

requirement('AUTH-20', 'which member role may call which operation is not shown', async (check) => {
  const { observe, profile, untested } = check;
  if (profile.users.restricted === undefined) untested('a restricted user (users.restricted)');
  for (const id of readings) observe(`the restricted user is answered ${await statusFor(check, id)} to ${id}`);
});

async function statusFor(check: Check, id: OperationId): Promise<string> {
  const { input } = await validRequest(check, id);
  return String(statusOf(await check.api.call(id, { ...input, as: 'restricted' })) ?? 'nothing');
}

// Who may call what (Authentication, rule 9).
import type { OperationId } from '../../contract/operations.ts';
import { statusOf } from '../../target/answers.ts';
import type { Check } from '../harness/check.ts';
import { requirement } from '../harness/requirement.ts';
import { readings, validRequest } from './requests.ts';

requirement('AUTH-20', async (check) => {
  const { observe, profile, untested } = check;
  if (profile.users.restricted === undefined) untested('a restricted user (users.restricted)');
  for (const id of readings) observe(`the restricted user is answered ${await statusFor(check, id)} to ${id}`);
});

async function statusFor(check: Check, id: OperationId): Promise<string> {
  const { input } = await validRequest(check, id);
  return String(statusOf(await check.api.call(id, { ...input, as: 'restricted' })) ?? 'nothing');
}

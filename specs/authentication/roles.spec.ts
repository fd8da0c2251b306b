// Who may call what (Authentication, rule 9).
import type { OperationId } from '../../contract/operations.ts';
import { statusOf } from '../../target/answers.ts';
import type { Check } from '../harness/check.ts';
import { requirement } from '../harness/requirement.ts';
import { readings, validRequests } from './requests.ts';

requirement('AUTH-20', async (check) => {
  const { api, observe, profile } = check;
  if (profile.users.restricted) {
    for (const id of readings) observe(`the restricted user is answered ${await statusFor(check, id)} to ${id}`);
  }
  for (const id of ['refreshV2', 'refreshTokenV2'] as const) {
    observe(`${id} without an Authorization header is answered ${statusOf(await api.call(id, { as: 'nobody' }))}`);
  }
});

async function statusFor(check: Check, id: OperationId): Promise<string> {
  const [input] = await validRequests(check, id);
  return String(statusOf(await check.api.call(id, { ...input, as: 'restricted' })) ?? 'nothing');
}

// Bearer tokens on every operation that needs one (Authentication, rule 1; Errors, rule 1).
import { operations } from '../../contract/operations.ts';
import { anyInputOf } from '../harness/any-input.ts';
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';

const bearerOperations = [...operations.values()].filter(
  ({ id, security, shapeOpen }) => security === 'bearer' && !shapeOpen && id !== 'listWebhookEvents',
);

requirement('AUTH-01', async ({ api }) => {
  for (const { id } of bearerOperations) {
    const anonymous = await api.call(id, { ...anyInputOf(id), as: 'nobody' });
    expect(anonymous).toBeRefused(401);
  }
});

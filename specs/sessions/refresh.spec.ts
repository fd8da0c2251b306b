// Exchanging a refresh token for a new pair (Endpoints / Sessions / PUT v3 auth token).
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';

requirement('SESS-17', async ({ api }) => {
  const unknown = await api.call('refreshSession', { form: { token: `unknown-${crypto.randomUUID()}` } });
  expect(unknown).toBeRefused(404);
});

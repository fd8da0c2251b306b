// Reading a beneficiary (Endpoints / Beneficiaries / GET v1 beneficiary id).
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';

requirement('BEN-63', async ({ api }) => {
  const unknown = await api.call('readBeneficiary', { path: { id: crypto.randomUUID() } });
  expect(unknown).toBeRefused(404);
});

// Invitations of members by the reference service.
import { expect, test } from '@playwright/test';
import { started } from '../acting.ts';
import { expectStandard, unknownUuid } from '../shapes.ts';

const invitation = { email: 'new@example.com', phone: '+15550100', name: 'New', role: 'viewOnly', expiredAt: null };

test('an invitation is sent as JSON or as a form, each with a sign token', async () => {
  await using service = await started();
  const send = await service.as('full');
  const { body: cards } = await send('GET', '/v2/card');
  const wallet = cards[0].walletId;

  const json = await send('POST', '/v2/member', {
    json: { ...invitation, walletAccess: [wallet], signToken: await service.signToken('full') },
  });
  const signToken = await service.signToken('full');
  const form = await send('POST', '/v2/member?validate=0', {
    form: { ...invitation, expiredAt: '1900000000', 'walletAccess[]': wallet, signToken },
  });

  for (const { status, body } of [json, form]) {
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'SUCCESS', message: expect.any(String), data: expect.any(Object) });
  }
  const again = await send('POST', '/v2/member', { json: { ...invitation, walletAccess: [wallet], signToken } });
  expectStandard(again, 403);
});

test('an invitation is refused for what it says before its sign token is looked at', async () => {
  await using service = await started();
  const send = await service.as('full');
  const invite = (fields: object, query = '') =>
    send('POST', `/v2/member${query}`, { json: { ...invitation, walletAccess: [], ...fields } });
  const wrong = [
    { email: 'no mail' },
    { email: {} },
    { phone: 7 },
    { name: undefined },
    { role: 'owner' },
    { walletAccess: 'x' },
    { walletAccess: ['x'] },
    { walletAccess: [unknownUuid] },
    { expiredAt: -1 },
    { expiredAt: 1.5 },
    { expiredAt: '7' },
  ];

  for (const fields of wrong) expectStandard(await invite(fields), 400);
  expectStandard(await invite({}, '?validate=2'), 400);
  expectStandard(await invite({ signToken: 'st_unknown' }), 403);
  expect((await invite({})).body).toEqual({ status: 'MFA_REQUIRED', mfaToken: expect.any(String) });
  for (const expiredAt of [0, 1_900_000_000]) expect((await invite({ expiredAt })).body.status).toBe('MFA_REQUIRED');
});

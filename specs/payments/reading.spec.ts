// Reading a payment (Endpoints / Payments / GET v2 payment id).
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';

requirement('PAY-40', async ({ api, fixtures }) => {
  for (const id of fixtures.payments()) {
    const payment = await api.read<{ id: number; uuid: string }>('readPayment', { path: { id } });
    expect([String(payment.id), payment.uuid.toLowerCase()]).toContain(id.toLowerCase());
  }
});

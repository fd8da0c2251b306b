// Invitations that break one rule, beside an accepted one (`wayOf`).
import { expect } from '../../../harness/assert/expect.ts';
import { refusedOrLeftOut } from '../../../harness/assert/left-out.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { invitation, invite, readingForms } from './invitation.ts';

/** Sends it as JSON and, if the target takes forms, as a form. */
export async function refusedEitherWay(check: Check, fields: object): Promise<void> {
  expect(await invite(check, { json: { ...(await invitation(check)), ...fields } })).toBeRefused();
  await refusedInForm(check, fields);
}

export async function refusedInForm(check: Check, fields: object): Promise<void> {
  const reading = await readingForms(check);
  if (reading) expect(await invite(reading, { form: { ...(await invitation(check)), ...fields } })).toBeRefused();
}

/** `value` has another type than the member. */
export async function refusedInJsonOrLeftOut(check: Check, name: string, value: unknown): Promise<void> {
  const { [name]: _left, ...fields } = await invitation(check);
  const exchange = await invite(check, { json: { ...fields, [name]: value } });
  await refusedOrLeftOut(check, name, exchange, () => {
    check.spend('inviteMembers');
    return invite(check, { json: fields });
  });
}

// A valid invitation of a member without a sign token, to an address that the profile allows.
import { randomInt } from 'node:crypto';
import type { Fields } from '../../subject/answers.ts';
import { filled, inputOf } from '../../subject/bodies.ts';
import type { Profile } from '../../subject/profile/profile.ts';
import type { Check } from '../declare/check.ts';

/** The role with the least power. */
export const leastRole = 'viewOnly';

const month = 30 * 86_400;

/** An e-mail address and a telephone number to which the profile allows invitations, other ones each time. */
export function newContacts({ allow: { memberEmail: email, memberPhone: phone } }: Profile): Fields {
  const body = filled({ kind: 'json', json: { email, phone } }, { counter: randomInt(1_000_000, 10_000_000) });
  return inputOf(body).json as Fields;
}

export const inAMonth = (): number => Math.floor(Date.now() / 1000) + month;

export async function invitationAs(role: string, { profile, fixtures }: Check): Promise<Fields> {
  const wallets = await fixtures.wallets();
  return {
    ...newContacts(profile),
    name: 'Assay Member',
    walletAccess: wallets.slice(0, 2),
    role,
    expiredAt: inAMonth(),
  };
}

// An invitation of a member within every rule and without a sign token, to whom the profile allows.
import { randomInt } from 'node:crypto';
import type { Fields } from '../../subject/answers.ts';
import { filled, inputOf } from '../../subject/bodies.ts';
import type { Check } from '../declare/check.ts';

/** Of the least power. */
export const leastRole = 'viewOnly';

const month = 30 * 86_400;

export async function invitationAs(role: string, { profile, fixtures }: Check): Promise<Fields> {
  const { memberEmail: email, memberPhone: phone } = profile.allow;
  const addresses = filled({ kind: 'json', json: { email, phone } }, { counter: randomInt(1_000_000, 10_000_000) });
  const wallets = await fixtures.wallets();
  return {
    ...(inputOf(addresses).json as Fields),
    name: 'Assay Member',
    walletAccess: wallets.slice(0, 2),
    role,
    expiredAt: Math.floor(Date.now() / 1000) + month,
  };
}

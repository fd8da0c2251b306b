// A sign token that was never issued, in place of the second factor that the SMS notification demands.
import { randomBytes } from 'node:crypto';
import type { Exchange } from '../../../exchange/exchange.ts';
import { expect } from '../../../harness/assert/expect.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { succeeded } from '../../../subject/answers.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { placeOfSignToken, withSignToken } from '../../../subject/session/sign-token-place.ts';
import { isOn, switching } from './notification.ts';

/**
 * Asks for what is set already, with such a token and without one. When a second factor is demanded is not shown, and may be now and then:
 * so the two are asked in no even order, and only a token that always helps is blamed.
 */
export async function helpsNever(check: Check, as: UserName, id: string): Promise<void> {
  const { api, profile } = check;
  const place = placeOfSignToken('setSmsBalanceNotification', profile, api.names) ?? { in: 'body', name: 'signToken' };
  const set = switching(check, isOn(await api.read('readCard', { as, path: { id } })));
  const withToken: Exchange[] = [];
  for (const isShown of [false, true, true, false, true, false]) {
    const shown = isShown ? { token: randomBytes(24).toString('base64url'), place } : undefined;
    const exchange = await api.call('setSmsBalanceNotification', withSignToken({ as, path: { id }, ...set }, shown));
    if (isShown) withToken.push(exchange);
    if (succeeded(exchange) !== isShown) return;
  }
  for (const exchange of withToken) expect(exchange).toBeNotCarriedOut();
}

// Several calls of one user that each demand a second factor at the same time.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { Exchange } from '../../../exchange/exchange.ts';
import { jsonOf, succeeded } from '../../../subject/answers.ts';
import { createDemands } from '../../../subject/session/demands.ts';
import type { Confirmer } from '../../../subject/session/mfa.ts';

const answer = (status: number, body: object): Exchange =>
  ({
    outcome: {
      kind: 'answered',
      response: {
        status,
        headers: [['content-type', 'application/json']],
        body: Buffer.from(JSON.stringify(body)),
      },
    },
  }) as unknown as Exchange;

test('a target that forgets a demand when it makes the next one is lived through by one call at a time', async () => {
  let latest = 0;
  const good = new Set<string>();
  const confirmer = {
    async confirm(mfaToken: string) {
      await turn();
      if (mfaToken !== `demand ${latest}`) return { kind: 'refused', because: 'forgotten', exchange: answer(403, {}) };
      good.add(`sign ${latest}`);
      return { kind: 'confirmed', exchange: answer(200, {}), signToken: `sign ${latest}` };
    },
  } as unknown as Confirmer;
  const ask = async (signToken?: string): Promise<Exchange> => {
    await turn();
    if (signToken !== undefined && good.delete(signToken)) return answer(200, {});
    latest += 1;
    return answer(200, { status: 'MFA_REQUIRED', mfaToken: `demand ${latest}` });
  };
  const demands = createDemands(confirmer);

  const answers = await Promise.all(
    Array.from({ length: 5 }, () => demands.livedThrough(ask, { takesSignToken: true })),
  );

  expect(answers.map(succeeded)).toEqual([true, true, true, true, true]);
});

test('a call that each confirmation carries out, and that demands another one when it comes again, is answered by the last', async () => {
  let confirmations = 0;
  const confirmer = {
    async confirm() {
      confirmations += 1;
      return { kind: 'confirmed', exchange: answer(200, { nth: confirmations }), signToken: 'sign' };
    },
  } as unknown as Confirmer;
  const demand = answer(200, { status: 'MFA_REQUIRED', mfaToken: 'demand' });
  const livedThrough = (carriedOut: () => Promise<boolean>) =>
    createDemands(confirmer).livedThrough(async () => demand, { takesSignToken: true, carriedOut });

  expect(jsonOf(await livedThrough(async () => confirmations > 0))).toEqual({ nth: 3 });
  expect(await livedThrough(async () => false)).toBe(demand);
});

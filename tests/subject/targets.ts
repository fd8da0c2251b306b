// A test with small targets that are closed after it, and apis that talk to them.
import { test as base } from '@playwright/test';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Api, createApi } from '../../subject/api.ts';
import { readProfile } from '../../subject/profile/profile.ts';
import { credentials, type Habits, type SmallTarget, startSmallTarget } from './small-target.ts';

interface Met {
  readonly target: SmallTarget;
  readonly api: Api;
  readonly exchanges: readonly Exchange[];
}

interface Fixtures {
  readonly meet: (habits?: Habits, profile?: string, env?: Record<string, string>) => Promise<Met>;
}

export const test = base.extend<Fixtures>({
  meet: async ({}, use) => {
    const met: Met[] = [];
    await use(async (habits = {}, profile = '', env = credentials) => {
      const target = await startSmallTarget(habits);
      const exchanges: Exchange[] = [];
      const api = createApi(readProfile(profile, 'profile.yaml', env, { url: target.url }), {
        observer: (exchange) => exchanges.push(exchange),
      });
      const one = { target, api, exchanges };
      met.push(one);
      return one;
    });
    for (const { api, target } of met) {
      await api.close();
      await target.close();
    }
  },
});

export { expect } from '@playwright/test';

// What users other than the main one have on their lists of cards.
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessRefused } from '../../../harness/declare/failures.ts';
import { type UserName, userNames } from '../../../subject/profile/profile.ts';
import type { Card, Version } from './card.ts';

/** Those who can log in. Of a restricted user nothing is concluded where the profile does not say what he may not do. */
export async function otherUsers({ api, profile: { users } }: Check): Promise<readonly UserName[]> {
  const isKnown = (name: UserName) => name !== 'restricted' || users.restricted?.forbidden.length !== 0;
  const others = userNames.filter((name) => users[name] !== undefined && name !== api.user.name && isKnown(name));
  const logins = await inParallel(others, (name) => api.login(name));
  return others.filter((_, index) => logins[index]?.kind === 'loggedIn');
}

/** Hands over the whole list of each other user who may have it. */
export async function toEachOther(
  check: Check,
  version: Version,
  look: (all: readonly Card[], as: UserName) => Promise<void>,
): Promise<void> {
  const { api } = check;
  const asked = new Set<UserName>();
  for (const as of await otherUsers(check)) {
    await check.retried(async () => {
      const all = await unlessRefused(() => version.calls(api).list({}, { as }));
      if (all === undefined) return;
      asked.add(as);
      await look(all, as);
    });
  }
  check.observe(`users besides users.${api.user.name} whose lists were read: ${[...asked].join(', ') || 'none'}`);
}

// What users other than the main one have on their lists of cards, and are given of these.
import { inParallel } from '../../../harness/assert/parallel.ts';
import { shared } from '../../../harness/assert/shared.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessRefused } from '../../../harness/declare/failures.ts';
import { demandedMfa, statusOf } from '../../../subject/answers.ts';
import { type UserName, userNames } from '../../../subject/profile/profile.ts';
import { type Card, current, type Version } from './card.ts';
import { type Asked, ask, credentials, type Extras, legacyExtras, richest } from './extras.ts';

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

export const credentialsOfOthers = shared((check) => extrasOfOthers(check, credentials));
export const legacyExtrasOfOthers = shared((check) => extrasOfOthers(check, legacyExtras));

/**
 * What other users are given of one card of each type, of the same ones in either version. Nothing of a user of whom a second factor is
 * demanded, nor of one from whom his role may keep it.
 */
async function extrasOfOthers(check: Check, extras: Extras): Promise<readonly Asked[]> {
  const { api } = check;
  const users = (await otherUsers(check)).filter((as) => as !== 'restricted');
  const given = await inParallel(users, (as) =>
    unlessRefused(async () => {
      const newer = await api.cards.list({}, { as });
      const chosen = new Set([...richest(credentials, check, newer)].map(current.uuidOf));
      const listed = extras.version === current ? newer : await extras.version.calls(api).list({}, { as });
      const cards = listed.filter((card) => chosen.has(extras.version.uuidOf(card)));
      const undemanding: Extras = {
        ...extras,
        ask: (_, id, names) => api.call(extras.operation, { ...extras.callFor(id, names), as }),
      };
      const asked = await ask(undemanding, check, cards, 'alone and together');
      const isDemanded = asked.some(({ exchange }) => demandedMfa(exchange) !== undefined);
      return isDemanded
        ? []
        : asked.filter(({ exchange }) => statusOf(exchange) !== 403).map((one) => ({ ...one, as }));
    }),
  );
  return given.flatMap((ofOne) => ofOne ?? []);
}

// What other users than the main one see on their card lists, get from these cards, and may switch.
import { refused } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { shared } from '../../../harness/assert/shared.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessRefused } from '../../../harness/declare/failures.ts';
import { demandedMfa, jsonOf, statusOf, succeeded } from '../../../subject/answers.ts';
import { isKnown } from '../../../subject/names.ts';
import { type UserName, userNamesOf } from '../../../subject/profile/profile.ts';
import { type Card, current, type Version } from './card.ts';
import { type Asked, ask, credentials, type Extras, legacyExtras, richest } from './extras.ts';
import {
  isOn,
  isSwitchable,
  laterRead,
  leftAsItIs,
  send,
  shows,
  stateOf,
  switching,
  switchingByForm,
} from './notification.ts';

/** The other users who can log in. A restricted user is left out where the profile does not say what is forbidden to him. */
export async function otherUsers({ api, profile }: Check): Promise<readonly UserName[]> {
  const isKnown = (name: UserName) => name !== 'restricted' || profile.users.restricted?.forbidden.length !== 0;
  const others = userNamesOf(profile).filter((name) => name !== api.user.name && isKnown(name));
  const logins = await inParallel(others, (name) => api.login(name));
  return others.filter((_, index) => logins[index]?.kind === 'loggedIn');
}

/** Calls `look` with the whole list of each other user who may read it. */
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
 * What other users get from one card of each type, the same cards in both versions. Left out are users of whom a second factor is demanded,
 * and users whose role may forbid it.
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

/**
 * A user to whom the switch is forbidden asks for one, in JSON and by a form. A target may refuse and still carry it out, so the main user
 * reads the card and puts it back.
 */
export async function switchesNothing(check: Check, as: UserName): Promise<void> {
  const { api, profile } = check;
  if (!profile.allow.smsNotification || !isKnown(api.names.smsField)) return;
  const shown = (await unlessRefused(() => api.cards.list({}, { as }))) ?? [];
  const own = leftAsItIs((await api.cards.list()).filter(isSwitchable));
  const isShown = (card: Card) => shown.some((other) => current.uuidOf(other) === current.uuidOf(card));
  const card = own.findLast(isShown) ?? own.at(-1);
  if (card === undefined) return;
  const path = { id: current.idOf(card) };
  for (const body of [switching, switchingByForm]) {
    await check.retried(async () => {
      const before = isOn(await api.read('readCard', { path }));
      const asked = { as, path, ...body(check, !before), confirmMfa: true };
      const exchange = await api.call('setSmsBalanceNotification', asked);
      const after = await laterRead(check, path);
      if (!succeeded(after)) return;
      if (stateOf(jsonOf(after)) !== before) await send(check, path.id, switching(check, before));
      // Another check tests whether it is refused.
      if (refused(exchange) === undefined) {
        expect(after).toSatisfy(shows(before, `the card, whose switch is refused to users.${as}`));
      }
    });
  }
}

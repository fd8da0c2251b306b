// Other things that the checks of the notification read: the switched card some time later, and the cards of other people.
import type { Exchange } from '../../../exchange/exchange.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { jsonOf } from '../../../subject/answers.ts';
import { areTwoPeople, userNames } from '../../../subject/profile/profile.ts';
import { allCards, type Card, current } from './card.ts';

interface SeenLater {
  readonly on: boolean;
  /** The card, two seconds after it was set and showed that. */
  readonly card: Exchange;
}

const seenLater = new WeakMap<Check['occasion'], SeenLater[]>();

/** Called by a check that waits for another reason, for the check that a card stays as it was set. */
export function noteSeenLater({ occasion }: Check, seen: SeenLater): void {
  seenLater.set(occasion, [...(seenLater.get(occasion) ?? []), seen]);
}

export const allSeenLater = ({ occasion }: Check): readonly SeenLater[] => seenLater.get(occasion) ?? [];

type Readings = readonly [Exchange, Exchange];

const switchedBetween = new WeakMap<Check['occasion'], Readings[]>();

/** Keeps a card before and after a switch, some seconds after the previous switch, for the check of the time of the change. */
export function noteSwitched({ occasion }: Check, readings: Readings): void {
  switchedBetween.set(occasion, [...(switchedBetween.get(occasion) ?? []), readings]);
}

export const allSwitched = ({ occasion }: Check): readonly Readings[] => switchedBetween.get(occasion) ?? [];

/** The cards that the user himself does not see. People of one company may see the same cards, and then he may switch them all. */
export async function cardsOfOthers(check: Check): Promise<readonly Card[]> {
  const { own, listed } = await cardsOfAll(check);
  return listed.filter((card) => !own.has(current.uuidOf(card)));
}

/** Another user of the run who sees the same cards may have switched one meanwhile. */
export async function doubtWhereShared(check: Check): Promise<void> {
  const { own, listed } = await cardsOfAll(check);
  if (listed.some((card) => own.has(current.uuidOf(card)))) check.doubt();
}

interface OfAll {
  /** The UUIDs of those on the user's own list. */
  readonly own: ReadonlySet<string>;
  /** The cards on the lists of the other users. */
  readonly listed: readonly Card[];
}

async function cardsOfAll(check: Check): Promise<OfAll> {
  const { api, profile } = check;
  const others = userNames.filter((name) => areTwoPeople(profile, name, api.user.name));
  const ofOthers = inParallel(others, async (as) => {
    const isIn = (await api.login(as)).kind === 'loggedIn';
    return isIn ? jsonOf(await api.call('listCards', { as })) : undefined;
  });
  const [own, lists] = await Promise.all([allCards(check, current), ofOthers]);
  const listed = lists.flatMap((list) => (Array.isArray(list) ? (list as Card[]) : []));
  return { own: new Set(own.map(current.uuidOf)), listed };
}

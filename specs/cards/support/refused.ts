// A switch of the SMS notification that is refused: the card stays as it was.
import { refused } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { jsonOf, succeeded } from '../../../subject/answers.ts';
import { doubtWhereShared } from './beside.ts';
import { allCards, type Card, current, forbids, oneOfEachKind } from './card.ts';
import { isOn, laterRead, send, shows, stateOf, switching } from './notification.ts';

/** On a card of each kind that forbids the switch. */
export async function heedRefusal(check: Check): Promise<void> {
  const forbidden = (await allCards(check, current)).filter((card) => forbids(card, 'canSetSmsBalanceNotification'));
  await inParallel(oneOfEachKind(forbidden), (card) => check.retried(() => staysWhereRefused(check, card)));
}

/** Asks for a change that the card's permissions forbid. A target may make it all the same, and then it is put back. */
async function staysWhereRefused(check: Check, listed: Card): Promise<void> {
  const path = { id: current.idOf(listed) };
  const before = isOn(await check.api.read('readCard', { path }));
  const answer = await send(check, path.id, switching(check, !before));
  const after = await laterRead(check, path);
  if (succeeded(answer) || stateOf(jsonOf(after)) !== before) await send(check, path.id, switching(check, before));
  if (refused(answer) !== undefined || !succeeded(after)) return;
  if (stateOf(jsonOf(after)) !== before) await doubtWhereShared(check);
  expect(after).toSatisfy(shows(before, 'the card, whose change was refused'));
}

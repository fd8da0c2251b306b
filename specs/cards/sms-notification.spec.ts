// Switching the SMS notification of a card, and other checks that need a card to change (Endpoints / Cards / PATCH v2 card sms balance
// notification). The checks run one after another: two that switch the same card at the same time would each blame the target for the other's
// switch.
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { demandedMfa, isFields, jsonOf, statusOf, succeeded } from '../../subject/answers.ts';
import { nameOf } from '../../subject/names.ts';
import { cardsOfOthers } from './support/beside.ts';
import { allCards, current, expectAllowed, forbids, legacy, oneOfEachKind, someCards } from './support/card.ts';
import {
  heedRefusal,
  heedSecondFactor,
  refusesOtherValues,
  staysAtOtherValues,
  staysWhereWrong,
} from './support/held-back.ts';
import { legacyFollows, legacyFollowsForms, legacyFollowsMany, staysAsSet } from './support/legacy-follows.ts';
import {
  isOn,
  isSwitchable,
  onlyWithLeaveToSwitch,
  onSwitchable,
  send,
  sendForm,
  shownInList,
  shownOn,
  shows,
  switchedInTurn,
  switching,
  switchingByForm,
  takesNumbers,
  until,
} from './support/notification.ts';
import { showsInOtherViewsOfLegacy, showsOnOtherLists, sortedAfterChange } from './support/other-views.ts';
import { isAbove, movesToItsTime, neverFalls } from './support/rising.ts';
import { legacySorting, sorting } from './support/selection.ts';
import { changedForGood, otherwiseLike, stillThe, tellsLess } from './support/untouched.ts';

oneAfterAnother();

const setAndShown =
  'setting the SMS balance notification to 1 or 0 shows in isSmsBalanceNotification and leaves the rest as it is';

// This check comes first, because a switch that changes a card for good shows this only once for each card. It ends at the first such card,
// so that a repetition can see the fault on another card.
requirement('CARD-49', setAndShown, 'and nothing else', async (check) => {
  let changed: Mismatch;
  await check.retried(() =>
    switchedInTurn(check, (switched, before, after) => {
      changed = changedForGood(before, switched, after);
      if (changed === undefined) expect(after).toSatisfy(otherwiseLike(before, switched));
      return changed === undefined;
    }),
  );
  if (changed) check.doubt();
  expect(changed).toSatisfy(() => changed);
});

requirement('CARD-49', setAndShown, async (check) => {
  let first: string | undefined;
  const ofOthersBefore = cardsOfOthers(check);
  const switched = onSwitchable(check, 'all', async (id, write, card) => {
    first ??= id;
    let ofOthers = await ofOthersBefore;
    const before = isOn(card);
    // Each of the two states is set from each of the two.
    for (const on of [before, !before, !before, before]) {
      expect(await write(on)).toBeAccepted();
      const [read, listed, seen] = await Promise.all([
        shownOn(check, current, id, on),
        shownInList(check, current, id, on),
        id === first ? cardsOfOthers(check) : undefined,
      ]);
      expect(read).toSatisfy(shows(on, 'the v2 card'));
      // A text may have ended for another reason, such as a notice that ends at midnight.
      if (tellsLess(card, jsonOf(read))) check.doubt();
      expect(jsonOf(read)).toSatisfy(stillThe(card));
      expect(listed).toSatisfy(shows(on, 'the v2 card list'));
      const isAsBefore = otherwiseLike(ofOthers, new Set());
      // The owners of these cards may have changed them meanwhile.
      if (seen && isAsBefore(seen)) check.doubt();
      if (seen) expect(seen).toSatisfy(isAsBefore);
      ofOthers = seen ?? ofOthers;
    }
  });
  const [, answers] = await Promise.all([ofOthersBefore, switched]);
  await expectAllowed(check, current, ['canSetSmsBalanceNotification'], answers);
});

requirement('CARD-49', setAndShown, 'on lists that are filtered or sorted, and in another session', showsOnOtherLists);

// Only where the values were found out, because values that the profile declares are those the target asks for.
requirement('CARD-49', setAndShown, 'as 0 or 1 where booleans were found to switch', async (check) => {
  const { smsField } = check.api.names;
  if (smsField.kind === 'found' && smsField.value.values === 'booleans') await takesNumbers(check, smsField.value.name);
});

requirement(
  'CARD-49',
  setAndShown,
  'not before a second factor that it demands, nor where it is refused',
  async (check) => {
    onlyWithLeaveToSwitch(check);
    // The two ask about different cards, so they need not wait for each other.
    await inParallel([heedSecondFactor, heedRefusal], (heed) => heed(check));
  },
);

requirement('CARD-51', refusesOtherValues, staysAtOtherValues);

requirement('CARD-57', 'updatedAt of a card does not fall when it changes', (check) => neverFalls(check, 'updatedAt'));

requirement('CARD-64', 'the version of a card, a counter, does not fall when the card changes', (check) =>
  neverFalls(check, 'version'),
);

requirement('CARD-65', 'the version of a card rises when its SMS notification changes', async (check) => {
  await onSwitchable(check, 'one', async (id, write, card) => {
    const version = async () => Number((await check.api.read('readCard', { path: { id } })).version);
    for (const on of [!isOn(card), isOn(card)]) {
      const before = await version();
      if (!succeeded(await write(on))) check.untested('a change of a notification that is accepted');
      expect(await until(check, version, (now) => now > before)).toSatisfy(isAbove(before));
    }
  });
});

requirement('CARD-18', sorting, 'once a card was changed', (check) => sortedAfterChange(check, current));
requirement('LEG-22', legacySorting, 'once a card was changed', (check) => sortedAfterChange(check, legacy));

requirement(
  'CARD-40',
  'a credential or a change whose permission flag is false is refused or left out',
  'the SMS notification',
  async (check) => {
    onlyWithLeaveToSwitch(check);
    const cards = (await someCards(check, current)).filter((card) => forbids(card, 'canSetSmsBalanceNotification'));
    if (cards.length === 0) check.untested('a card that forbids setting its notification');
    // Sends the current value, so that a target which accepts the request changes nothing.
    const exchanges = await inParallel(oneOfEachKind(cards), (card) =>
      send(check, current.idOf(card), switching(check, isOn(card))),
    );
    for (const exchange of exchanges) expect(exchange).toBeRefused();
  },
);

const notShown = `the request body of calculate limits, and the field name and success response of the SMS balance
  notification, are not shown`;

requirement('CARD-48', notShown, 'the SMS notification', async (check) => {
  await onSwitchable(check, 'one', async (id, write, card) => {
    const exchange = await write(!isOn(card));
    const body = jsonOf(exchange);
    const members = isFields(body) ? `the members ${Object.keys(body).join(', ') || 'none'}` : 'no JSON object';
    check.observe(`a success of the SMS notification is ${statusOf(exchange)} with ${members}`);
    const without = await send(check, id, { json: {} });
    check.observe(`the SMS notification without its field is answered with ${statusOf(without) ?? 'nothing'}`);
  });
  const { name, values } = nameOf(check.api.names, 'smsField');
  check.observe(`the field of the SMS notification is ${name}, written as ${values}`);
});

requirement('CARD-48', notShown, 'the SMS notification for the MFA user', async (check) => {
  onlyWithLeaveToSwitch(check);
  if (check.profile.users.mfa === undefined) check.untested('a user who is asked for a second factor (users.mfa)');
  const cards = await check.api.cards.list({}, { as: 'mfa' });
  const card = cards.find(isSwitchable);
  if (card === undefined) return check.untested('a card of the MFA user whose notification may be set');
  const path = { id: current.idOf(card) };
  const body = switching(check, isOn(card));
  const exchange = await check.api.call('setSmsBalanceNotification', { as: 'mfa', path, ...body });
  const demand = demandedMfa(exchange) === undefined ? 'no second factor' : 'a second factor';
  check.observe(`the SMS notification demands ${demand} of the MFA user`);
});

const shownByLegacy =
  'a change made through v2 shows when the card is read through v1, within 10 s of its showing in v2';

requirement('PAR-15', shownByLegacy, legacyFollows);
requirement(
  'PAR-15',
  shownByLegacy,
  'on filtered and sorted lists, with limits and in another session',
  showsInOtherViewsOfLegacy,
);
requirement('PAR-15', shownByLegacy, 'made many times at once', legacyFollowsMany);
requirement('PAR-15', shownByLegacy, 'made by a form', legacyFollowsForms);

const formLikeJson = 'where an operation takes form and JSON bodies, the same content is accepted in both alike';

requirement('PAR-26', formLikeJson, 'the SMS notification', async (check) => {
  await onSwitchable(check, 'all', async (id, write, card) => {
    for (const on of [true, false]) {
      if (!succeeded(await write(!on))) check.untested('a JSON body that is accepted, to compare a form with');
      // A target may recognise the names of header fields in only one spelling.
      const form = { ...switchingByForm(check, on), ...(on && { capitals: true as const }) };
      expect(await send(check, id, form)).toBeAccepted();
      // Sends the current value once more. A target may refuse that, but has to leave it set.
      if (on === isOn(card)) await sendForm(check, id, on);
      expect(await shownOn(check, current, id, on)).toSatisfy(shows(on, 'the card after a form body'));
      expect(await shownInList(check, current, id, on)).toSatisfy(shows(on, 'the v2 card list after a form body'));
    }
  });
});

// Each card gets its current value, so that nothing changes. A value that is accepted in a form must be accepted in JSON.
requirement('PAR-26', formLikeJson, 'the SMS notification, beginning with a form', async (check) => {
  onlyWithLeaveToSwitch(check);
  for (const card of oneOfEachKind((await allCards(check, current)).filter(isSwitchable))) {
    const on = isOn(card);
    if (!succeeded(await sendForm(check, current.idOf(card), on))) continue;
    expect(await send(check, current.idOf(card), switching(check, on))).toBeAccepted();
    return;
  }
});

requirement('CARD-51', refusesOtherValues, 'for more than a moment', staysWhereWrong);

// Runs after the checks that wait for another reason, because they may already have read the card later.
requirement('CARD-49', setAndShown, 'for more than a moment', staysAsSet);

requirement(
  'CARD-11',
  'updatedAt of a card, where it applies, is an integer of Unix seconds, near the time of the switch that moved it',
  'once it is switched',
  movesToItsTime,
);

// Bodies that are no well-formed JSON, where JSON is sent (Conventions / content types).
import { rawBodies } from '../../generators/defects/raw.ts';
import { expect } from '../../harness/assert/expect.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { acceptedTwin, unconfirmed } from './support/accepted-twin.ts';
import { type SoundOperation, soundCall } from './support/sound-calls.ts';

const operations = [
  ...['login', 'exchangeSignToken', 'confirmMfa', 'setSmsBalanceNotification', 'signPayments'],
  ...['createBeneficiary', 'inviteMember'],
] as readonly SoundOperation[];

/** No reading of them is JSON; to what some parsers forgive, such as a trailing comma, they may be forgiving. */
const beyondReading: ReadonlySet<string> = new Set(['cut off', 'cut off in the middle', 'no colon', 'bare word']);

for (const id of operations) {
  requirement('ERR-18', id, async (check) => {
    const sound = await soundCall(check, id);
    for (const raw of rawBodies.filter(({ breaks, by }) => breaks === 'syntax' && beyondReading.has(by))) {
      expect(await check.api.call(id, { ...unconfirmed(sound), raw: raw.of(sound.fields) })).toBeNotCarriedOut();
    }
    // Last, as it may use up what it is sent with.
    await acceptedTwin(check, sound);
  });
}

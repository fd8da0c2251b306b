// Under which media types a body is taken (Conventions / content types).
import { rawBodies } from '../../generators/defects/raw.ts';
import { expect } from '../../harness/assert/expect.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { demandedMfa } from '../../subject/answers.ts';
import { acceptedTwin, isTaken, unconfirmed } from './support/accepted-twin.ts';
import { type SoundOperation, soundCall } from './support/sound-calls.ts';

const takingJson = [
  ...['login', 'exchangeSignToken', 'confirmMfa', 'readCardCredentials', 'setSmsBalanceNotification', 'signPayments'],
  ...['createBeneficiary', 'inviteMember'],
] as readonly SoundOperation[];

const otherTypes = rawBodies.filter(({ breaks, strength }) => breaks === 'contentType' && strength === 'advice');

for (const id of takingJson) {
  requirement('ERR-23', `another type, ${id}`, async (check) => {
    const sound = await soundCall(check, id);
    for (const other of otherTypes) {
      expect(await check.api.call(id, { ...unconfirmed(sound), raw: other.of(sound.fields) })).toBeNotCarriedOut();
    }
    await acceptedTwin(check, sound);
  });

  requirement('ERR-23', `a charset parameter, ${id}`, async (check) => {
    const sound = await soundCall(check, id);
    sound.spend();
    const raw = { type: 'application/json; charset=utf-8', content: JSON.stringify(sound.fields) };
    const exchange = await check.api.call(id, { ...sound.call, raw });
    // A demand for a second factor has understood the body; where the plain one is turned away as well, the parameter is
    // not to blame.
    if (demandedMfa(exchange) !== undefined) return;
    if (isTaken(sound)(exchange) !== undefined) await acceptedTwin(check, await soundCall(check, id));
    expect(exchange).toSatisfy(isTaken(sound));
  });
}

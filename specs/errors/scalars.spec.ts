// JSON values of another type than documented, each close to a right value (Conventions / types).
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { signTokenOf } from '../../harness/prepare/second-factor.ts';
import { acceptedTwin, unconfirmed } from './support/accepted-twin.ts';
import { type SoundCall, type SoundOperation, soundCall } from './support/sound-calls.ts';

/** For each operation, fields that are texts or lists of texts by the specification. */
const texts: ReadonlyArray<readonly [SoundOperation, readonly string[]]> = [
  ['login', ['fingerprint']],
  ['exchangeSignToken', ['fingerprintid']],
  ['confirmMfa', ['code']],
  ['signPayments', ['id']],
  ['createBeneficiary', ['name', 'company_name', 'iban']],
  ['inviteMember', ['name', 'phone', 'email', 'role', 'walletAccess']],
];

const convertsNothing = 'a JSON value of another type than documented is refused and not converted';

for (const [id, fields] of texts) {
  requirement('ERR-26', convertsNothing, id, async (check) => {
    const sound = await pastDemand(check, await soundCall(check, id));
    for (const field of fields) {
      for (const value of others(sound.fields[field])) {
        const json = { ...sound.fields, [field]: value };
        expect(await check.api.call(id, { ...unconfirmed(sound), json })).toBeNotCarriedOut();
      }
    }
    if (id === 'inviteMember') {
      const json = { ...sound.fields, expiredAt: 1.5 };
      expect(await check.api.call(id, { ...unconfirmed(sound), json })).toBeNotCarriedOut();
    }
    await acceptedTwin(check, sound);
  });
}

/** Uses one sign token for all invitations, because a demand in place of a refusal would hide that the value is accepted after it. */
async function pastDemand(check: Check, sound: SoundCall): Promise<SoundCall> {
  if (sound.id !== 'inviteMember' || 'signToken' in sound.fields) return sound;
  const token = await unlessUntested(() => signTokenOf(check, [check.api.user.name], sound.id));
  return token ? { ...sound, fields: { ...sound.fields, signToken: token.signToken } } : sound;
}

/** Values of another type that are as close to the right one as possible. An empty list has no text to be close to. */
function others(right: unknown): readonly unknown[] {
  const [text] = [right].flat();
  const number = /^\d+$/.test(String(text)) ? Number(text) : 12_345;
  if (!Array.isArray(right)) return [number, true, [text], { text }];
  return text === undefined ? [number] : [text, number];
}

// JSON values of another type than documented, each near to what is right (Conventions / types).
import { expect } from '../../harness/assert/expect.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { acceptedTwin, unconfirmed } from './support/accepted-twin.ts';
import { type SoundOperation, soundCall } from './support/sound-calls.ts';

/** For each operation fields that are text by the specification, and one that is a list of texts. */
const texts: ReadonlyArray<readonly [SoundOperation, readonly string[]]> = [
  ['login', ['fingerprint']],
  ['exchangeSignToken', ['fingerprintid']],
  ['confirmMfa', ['code']],
  ['signPayments', ['id']],
  ['createBeneficiary', ['name', 'company_name', 'iban']],
  ['inviteMember', ['name', 'phone', 'email', 'role']],
];

const convertsNothing = 'a JSON value of another type than documented is refused and not converted';

for (const [id, fields] of texts) {
  requirement('ERR-26', convertsNothing, id, async (check) => {
    const sound = await soundCall(check, id);
    for (const field of fields) {
      for (const value of others(sound.fields[field])) {
        const json = { ...sound.fields, [field]: value };
        expect(await check.api.call(id, { ...unconfirmed(sound), json })).toBeNotCarriedOut();
      }
    }
    await acceptedTwin(check, sound);
  });
}

/** As near to what is right as another type can be. */
function others(right: unknown): readonly unknown[] {
  const [text] = [right].flat();
  const number = /^\d+$/.test(String(text)) ? Number(text) : 12_345;
  return Array.isArray(right) ? [text, number] : [number, true, [text], { text }];
}

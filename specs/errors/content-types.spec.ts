// Which bodies are taken as JSON: well-formed ones, and under which media types (Conventions / content types).
import type { Exchange } from '../../exchange/exchange.ts';
import { rawBodies } from '../../generators/defects/raw.ts';
import { notAccepted } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { demandedMfa, type Fields } from '../../subject/answers.ts';
import type { CallBody } from '../../subject/calls.ts';
import { acceptedTwin, isTaken, unconfirmed } from './support/accepted-twin.ts';
import { type SoundCall, type SoundOperation, soundCall } from './support/sound-calls.ts';

const takingJson: readonly SoundOperation[] = [
  ...(['login', 'exchangeSignToken', 'confirmMfa', 'readCardCredentials'] as const),
  ...(['setSmsBalanceNotification', 'signPayments', 'createBeneficiary', 'inviteMember'] as const),
];

/** CARD-34 tests broken bodies of the credentials. */
const refusingBrokenJson = takingJson.filter((id) => id !== 'readCardCredentials');

/** Bodies that no parser takes for JSON. A target may allow what some parsers allow, such as a trailing comma. */
const beyondReading: ReadonlySet<string> = new Set(['cut off', 'cut off in the middle', 'no colon', 'bare word']);

const refusesWhatIsNoJson =
  'a body that no reading takes for JSON, such as one cut off or a bare word, is refused where JSON is sent';

for (const id of refusingBrokenJson) {
  requirement('ERR-18', refusesWhatIsNoJson, id, async (check) => {
    const sound = await soundCall(check, id);
    for (const raw of rawBodies.filter(({ breaks, by }) => breaks === 'syntax' && beyondReading.has(by))) {
      const exchange = await check.api.call(id, { ...unconfirmed(sound), raw: raw.of(sound.fields) });
      if (carriedOut(exchange) && (await takesNothing(check, sound))) {
        check.observe(`${id} may read a body that is no JSON as one without fields, which it takes`);
      } else expect(exchange).toBeNotCarriedOut();
    }
    // Sent last, because it may use up the token or code that it is sent with.
    await acceptedTwin(check, sound);
  });
}

const carriedOut = (exchange: Exchange): boolean =>
  demandedMfa(exchange) === undefined && notAccepted(exchange) !== undefined;

/** Some frameworks read a body that they cannot parse as one without fields. The answer to such a body is not stated for every operation. */
const takesNothing = async ({ api }: Check, sound: SoundCall): Promise<boolean> =>
  carriedOut(await api.call(sound.id, { ...unconfirmed(sound), json: {} }));

const otherTypes = rawBodies.filter(({ breaks, strength }) => breaks === 'contentType' && strength === 'advice');

const mediaTypes =
  'a body is taken with a charset in its media type, and refused in a media type that the operation does not take';

for (const id of takingJson) {
  requirement('ERR-23', mediaTypes, `another type, ${id}`, async (check) => {
    const sound = await soundCall(check, id);
    for (const other of otherTypes) {
      expect(await check.api.call(id, { ...unconfirmed(sound), raw: other.of(sound.fields) })).toBeNotCarriedOut();
    }
    await acceptedTwin(check, sound);
  });

  takesCharset(id, `a charset parameter, ${id}`, (fields) => ({ json: fields, charset: 'utf-8' }));
}

for (const id of ['login', 'refreshSession'] as const)
  takesCharset(id, `a form with a charset parameter, ${id}`, (form) => ({ form, charset: 'UTF-8' }));

function takesCharset(id: SoundOperation, about: string, body: (fields: Fields) => CallBody): void {
  requirement('ERR-23', mediaTypes, about, async (check) => {
    const sound = await soundCall(check, id);
    sound.spend();
    const exchange = await check.api.call(id, { ...sound.call, ...body(sound.fields) });
    // A target that demands a second factor has understood the body. If the type without the parameter is refused too, the parameter is not
    // the reason.
    if (demandedMfa(exchange) !== undefined) return;
    if (isTaken(sound)(exchange) !== undefined) await acceptedTwin(check, await soundCall(check, id));
    expect(exchange).toSatisfy(isTaken(sound));
  });
}

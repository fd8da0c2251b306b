// The deprecated exchange: who may use it, and the sign tokens that it must refuse.
import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../../exchange/exchange.ts';
import { expect } from '../../../harness/assert/expect.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { logIn, sessionTokens } from '../../../harness/prepare/fresh-session.ts';
import { lookalikeOf, nearMisses } from '../../../harness/prepare/lookalike.ts';
import {
  askedAtLogin,
  confirmingUsers,
  demandOf,
  forExchange,
  type SignToken,
  signTokenOf,
  signTokenOfAnother,
} from '../../../harness/prepare/second-factor.ts';
import { demandedMfa, inWords, succeeded } from '../../../subject/answers.ts';
import { isKnown, nameOf } from '../../../subject/names.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { confirmedByAnother } from '../../mfa/support/confirmed-by-another.ts';

/**
 * Users whose sign tokens the exchange must accept: those of whom the login demands a second factor. Where it demands none, tokens of
 * others are tried, but need not be accepted.
 */
export async function exchangers(
  check: Check,
): Promise<{ readonly users: readonly UserName[]; readonly certain: boolean }> {
  const asked = await askedAtLogin(check);
  return asked.length > 0 ? { users: asked, certain: true } : { users: confirmingUsers(check), certain: false };
}

export const exchange = (
  { api }: Check,
  user: UserName,
  body: { readonly signToken?: unknown; readonly fingerprintid?: string },
  kind: 'json' | 'form' = 'json',
  query: Readonly<Record<string, string>> = {},
): Promise<Exchange> => api.call('exchangeSignToken', { as: user, query, [kind]: body });

export const stillAsked = 'a user of whom a second factor is demanded at login';

/** Values that a loose comparison may take for equal to any text or for none, or that a search may match with any text. */
const noTokens: readonly unknown[] = [true, 1, {}, [true], '', null, { $ne: null }, { $gt: '' }];

/** On how many devices it was tried. */
export async function refusesOtherTokens(check: Check, user: UserName, certain: boolean): Promise<number> {
  const right = await signTokenOf(check, [user], 'login');
  const { signToken, fingerprintid } = forExchange(right);
  const unconfirmed = await demandOf(check, user, 'login');
  const ofSession = (await sessionTokens(check, user)).map(([, token]) => token);
  const foreign = await signTokenOfAnother(check, user);
  const stolen = unconfirmed && (await confirmedByAnother(check, unconfirmed));
  const issued = [lookalikeOf(signToken), ...ofSession, unconfirmed?.mfaToken, foreign, stolen];
  const others = [...issued.filter((one) => one !== undefined), ...noTokens];
  let tried = 0;
  for (const device of [fingerprintid, `assay-${randomUUID()}`]) {
    const isAsked = async () => demandedMfa(await logIn(check.api, user, { fingerprint: device })) !== undefined;
    // A device or user that has just confirmed may not be asked again. Where no user is asked, a refusal shows that the token was checked.
    if (certain && !(await isAsked())) continue;
    tried += 1;
    const expectRefused = async (answer: Exchange) => {
      // A user without a second factor at login may need none here either.
      if (succeeded(answer) && !(certain && (await isAsked()))) check.untested(stillAsked);
      expect(answer).toBeNotCarriedOut();
    };
    // Tokens are compared in the same way on every device.
    const near = tried === 1 ? nearMisses(signToken) : [];
    for (const token of [{}, ...[...others, ...near].map((other) => ({ signToken: other }))]) {
      await expectRefused(await exchange(check, user, { ...token, fingerprintid: device }));
    }
    // A target may check the token in one kind of body only, or only without the parameter.
    const wrong = { signToken: lookalikeOf(signToken) };
    for (const token of [{}, wrong, { signToken: '' }, ...(foreign ? [{ signToken: foreign }] : [])]) {
      await expectRefused(await exchange(check, user, { ...token, fingerprintid: device }, 'form'));
    }
    for (const query of withEitherValue(check)) {
      for (const token of [{}, wrong])
        await expectRefused(await exchange(check, user, { ...token, fingerprintid: device }, 'json', query));
    }
  }
  await acceptsOnce(check, right);
  return tried;
}

/** The parameter of the exchange, where its name is known. */
const withEitherValue = ({ api: { names } }: Check): ReadonlyArray<Readonly<Record<string, string>>> =>
  isKnown(names.exchangeFlag) ? ['0', '1'].map((value) => ({ [nameOf(names, 'exchangeFlag')]: value })) : [];

/** The twin. Earlier attempts may have used up the sign token. */
export async function acceptsOnce(check: Check, token: SignToken): Promise<void> {
  const { user } = token;
  if (succeeded(await exchange(check, user, forExchange(token)))) return;
  const twin = await exchange(check, user, forExchange(await signTokenOf(check, [user], 'login')));
  if (!succeeded(twin)) check.untested(`an exchange that is accepted: ${inWords(twin)}`);
}

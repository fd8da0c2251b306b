// Drafts that can be signed, and requests to sign. Drafts are few and each is signed only once, so checks share them.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Api, Call } from '../../target/api.ts';
import { known, type OpenValues } from '../../target/names.ts';
import type { UserName } from '../../target/profile.ts';
import type { Check } from '../harness/check.ts';
import { expect } from '../harness/expect.ts';
import { Untested } from '../harness/failures.ts';
import { lookalikeOf } from '../harness/lookalike.ts';
import { confirmingUsers } from '../harness/second-factor.ts';
import { signTokenFor } from '../harness/sign-token.ts';
import { isDraft, may, type ReadPayment, readPayments, stateOf, uuidOf } from './payment.ts';

const readAtOnce = 8;

/** The first of them that are drafts still, as many as wanted if there are so many. */
export async function openDrafts(
  check: Check,
  wanted: number,
  { from = 'start', as = check.api.user.name }: { readonly from?: 'start' | 'end'; readonly as?: UserName } = {},
): Promise<readonly ReadPayment[]> {
  const ids = from === 'start' ? check.fixtures.drafts() : check.fixtures.drafts().toReversed();
  const found: ReadPayment[] = [];
  for (let place = 0; place < ids.length && found.length < wanted; place += readAtOnce) {
    const read = await readPayments(check, ids.slice(place, place + readAtOnce), { as });
    found.push(...read.filter((payment) => isDraft(payment) && may(payment, 'canSign')));
  }
  if (found.length === 0) check.untested('a payment in draft that can be signed (fixtures.payments.drafts)');
  return found.slice(0, wanted);
}

export const validating = (id: unknown, open: OpenValues = {}): Call => ({
  query: { validate: 1 },
  open,
  json: { id },
});
export const signing = (id: unknown, open: OpenValues = {}): Call => ({ query: { validate: 0 }, open, json: { id } });

/** Lists of one and of several: what counts the payments may count wrong. */
export const listsOf = (drafts: readonly ReadPayment[]): ReadonlyArray<readonly ReadPayment[]> =>
  drafts.length > 1 ? [drafts.slice(0, 1), drafts] : [drafts];

export const uuidsOf = (payments: readonly ReadPayment[]): readonly string[] => payments.map(uuidOf);

/** Tokens that no confirmation yielded; none where it is not known how a sign token travels. */
export async function otherTokens({ api }: Check): Promise<ReadonlyArray<readonly [what: string, token: string]>> {
  if (known(api.names.signToken) === undefined) return [];
  const access = await (await api.session()).accessToken();
  return [
    ['a UUID never issued', randomUUID()],
    ['a text never issued', randomBytes(24).toString('base64url')],
    ['a token like those of sessions, never issued', lookalikeOf(access)],
    ['an access token', access],
  ];
}

export async function expectUnchanged(check: Check, payments: readonly ReadPayment[]): Promise<void> {
  const after = await readPayments(
    check,
    payments.map(({ id }) => id),
  );
  expect(after.map(stateOf)).toEqual(payments.map(stateOf));
}

export interface Signed {
  readonly as: UserName;
  /** As they were before. */
  readonly drafts: readonly ReadPayment[];
  readonly exchange: Exchange;
}

const signed = new WeakMap<Api, Promise<Signed>>();

/** Two drafts at most, signed once for all checks of a process that look at what is signed. */
export function signedDrafts(check: Check): Promise<Signed> {
  const known = signed.get(check.api) ?? signSome(check);
  signed.set(check.api, known);
  return known;
}

const signedTogether = 2;

async function signSome(check: Check): Promise<Signed> {
  const { user } = check.api;
  try {
    return await signAs(check, user.name);
  } catch (error) {
    // Signing may be for those alone of whom a second factor is demanded.
    const other = confirmingUsers(check).find((name) => name === 'mfa');
    if (other === undefined || other === user.name || !(error instanceof Untested)) throw error;
    return signAs(check, other).catch(() => {
      throw error;
    });
  }
}

async function signAs(check: Check, as: UserName): Promise<Signed> {
  const most = Math.min(signedTogether, check.profile.allow.signDrafts);
  // From the end, as the other checks take theirs from the start.
  const drafts = await openDrafts(check, Math.max(most, 1), { from: 'end', as });
  const signToken = await signTokenFor(check, as, 'signPayments', signing(uuidsOf(drafts)));
  for (const _ of drafts) check.spend('signDrafts');
  const exchange = await check.api.call('signPayments', { ...signing(uuidsOf(drafts), { signToken }), as });
  return { as, drafts, exchange };
}

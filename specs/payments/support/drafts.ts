// Drafts that can be signed, and requests to sign. Drafts are few and each is signed only once, so checks share them.
import { randomBytes, randomUUID } from 'node:crypto';
import { meaningful } from '../../../contract/presence.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { accepted, notAccepted } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { oneOfEach } from '../../../harness/assert/sample.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { Untested, unlessUntested } from '../../../harness/declare/failures.ts';
import { inSecondSession, sessionTokens } from '../../../harness/prepare/fresh-session.ts';
import { lookalikeOf } from '../../../harness/prepare/lookalike.ts';
import { oncePerProcess } from '../../../harness/prepare/once.ts';
import { confirmingUsers, demandOf } from '../../../harness/prepare/second-factor.ts';
import { signTokenFor } from '../../../harness/prepare/sign-token.ts';
import { demandedMfa, statusOf, succeeded } from '../../../subject/answers.ts';
import type { Call } from '../../../subject/api.ts';
import { known, type OpenValues } from '../../../subject/names.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import type { Ids } from '../../parity/support/either-id.ts';
import { readInEveryWay } from './every-way.ts';
import { belongTogether, isDraft, may, type ReadPayment, readPayments, stateOf, uuidOf } from './payment.ts';

const readAtOnce = 8;

/** The first payments that still are drafts, at most as many as wanted. */
export async function openDrafts(
  check: Check,
  wanted: number,
  { from = 'start', as = check.api.user.name }: { readonly from?: 'start' | 'end'; readonly as?: UserName } = {},
): Promise<readonly ReadPayment[]> {
  const ids = from === 'start' ? check.fixtures.drafts() : fromTheEnd(check.fixtures.drafts());
  const found: ReadPayment[] = [];
  for (let place = 0; place < ids.length && found.length < wanted; place += readAtOnce) {
    const read = await readPayments(check, ids.slice(place, place + readAtOnce), { as });
    found.push(...read.filter((payment) => isDraft(payment) && may(payment, 'canSign') && hasUuid(payment)));
  }
  if (found.length === 0) check.untested('a payment in draft that can be signed (fixtures.payments.drafts)');
  return found.slice(0, wanted);
}

/** Payments are signed by their UUIDs. */
const hasUuid = ({ fields }: ReadPayment): boolean => typeof fields.uuid === 'string';

/** From the end of the list, but with its last draft last, because other checks sign that one. */
function fromTheEnd(ids: readonly string[]): readonly string[] {
  const [last, ...others] = ids.toReversed();
  return last === undefined ? [] : [...others, last];
}

export const validating = (id: unknown, open: OpenValues = {}): Call => ({
  query: { validate: 1 },
  open,
  json: { id },
  confirmMfa: true,
});
export const signing = (id: unknown, open: OpenValues = {}): Call => ({ query: { validate: 0 }, open, json: { id } });

/** Lists of one draft and of several, because a target may miscount them. */
export const listsOf = (drafts: readonly ReadPayment[]): ReadonlyArray<readonly ReadPayment[]> =>
  drafts.length > 1 ? [drafts.slice(0, 1), drafts] : [drafts];

/** A list with a draft to another party, one with a draft between own wallets if there is one, and one with both: a target may treat them differently. */
export function listsOfEachWay(drafts: readonly ReadPayment[]): ReadonlyArray<readonly ReadPayment[]> {
  const [first, other] = twoOfBothWays(drafts);
  return other === undefined ? [drafts] : [[first!], [other], [first!, other]];
}

/** One draft of each wallet except the first, because a target may treat currencies differently. */
export const onesOfOtherWallets = (drafts: readonly ReadPayment[]): readonly ReadPayment[] =>
  oneOfEach(drafts, ({ fields }) => String(fields.walletUuid)).slice(1);

/** The first draft, and the first that goes the other way (own wallet or another party); where there is none, the second draft. */
function twoOfBothWays(drafts: readonly ReadPayment[]): readonly ReadPayment[] {
  const [first, second] = drafts;
  const other = drafts.find((draft) => wayOf(draft) !== wayOf(first!)) ?? second;
  return [first, other].filter((draft) => draft !== undefined);
}

const wayOf = ({ fields }: ReadPayment): string =>
  [meaningful(fields.beneficiaryId), meaningful(fields.targetWalletUuid)].map((id) => id !== undefined).join(' ');

export const uuidsOf = (payments: readonly ReadPayment[]): readonly string[] => payments.map(uuidOf);

/** Texts that are no valid sign tokens; none where the name of the sign token parameter is not known. */
export async function otherTokens(check: Check): Promise<ReadonlyArray<readonly [what: string, token: string]>> {
  const { api } = check;
  if (known(api.names.signToken) === undefined) return [];
  const [demand, tokens] = await Promise.all([demandOf(check, api.user.name), sessionTokens(check)]);
  return [
    ['a UUID never issued', randomUUID()],
    ['a text never issued', randomBytes(24).toString('base64url')],
    ['a token like those of sessions, never issued', lookalikeOf(tokens[0]![1])],
    ...tokens,
    ...(demand ? [['a demand that nobody confirmed', demand.mfaToken] as const] : []),
  ];
}

export async function expectUnchanged(check: Check, payments: readonly ReadPayment[]): Promise<void> {
  const after = await readPayments(
    check,
    payments.map(({ id }) => id),
  );
  expect(after.map(stateOf)).toBeExactly(payments.map(stateOf));
}

interface Signed {
  readonly as: UserName;
  /** The drafts before they were signed. */
  readonly drafts: readonly ReadPayment[];
  /** Drafts that no check signs, as they were before. */
  readonly others: readonly ReadPayment[];
  /** The ids of the drafts that the target knows by both. */
  readonly ids: readonly Ids[];
  /** The call by which the first draft was read in another session of its signer, if there is one. */
  readonly elsewhere: Call | undefined;
  readonly exchange: Exchange;
  /** The same request, sent before, with a sign token that was shown in a validation. */
  readonly withShown: Exchange;
}

/** Signs three drafts at most, for all checks of a process that look at what is signed. */
export const signedDrafts = oncePerProcess(async (check): Promise<Signed> => {
  const { user } = check.api;
  try {
    return await signAs(check, user.name);
  } catch (error) {
    // A target may let only those users sign of whom it demands a second factor.
    const other = confirmingUsers(check).find((name) => name === 'mfa');
    if (other === undefined || other === user.name || !(error instanceof Untested)) throw error;
    return signAs(check, other).catch(() => {
      throw error;
    });
  }
});

const attempts = 3;

/** Only one where several are not accepted together, for example because of the balance; that is no failure. */
async function signAs(check: Check, as: UserName): Promise<Signed> {
  let most = mostTogether(check);
  let divided: readonly ReadPayment[] = [];
  const isMain = as === check.api.user.name;
  // Before a sign token is obtained, because another confirmation of its user, as at a login, may end it.
  const otherSession = isMain ? inSecondSession(check) : undefined;
  for (let attempt = 1; ; attempt++) {
    const [found, session] = await Promise.all([openDrafts(check, readAtOnce, { from: 'end', as }), otherSession]);
    const near = found.filter(({ id }) => !divided.some((one) => one.id === id));
    const open = [...new Set([...twoOfBothWays(near), ...near])].slice(0, most);
    if (open.length === 0) check.untested('drafts that are signed together, or one more that is signed alone');
    // A target may accept a sign token only for the payments for which it was demanded.
    const tokenFor = (payments: readonly ReadPayment[]) =>
      signTokenFor(check, as, 'signPayments', signing(uuidsOf(payments)));
    const [others, signToken, read, elsewhere] = await Promise.all([
      othersThan(check, open, near, as),
      tokenFor(open),
      isMain ? inParallel(open, (draft) => readInEveryWay(check, draft)) : [],
      session && readElsewhere(check, open[0]!, session),
    ]);
    const ids = read.flatMap((both) => (both ? [both] : []));
    const validate = (payments: readonly ReadPayment[], token: string) =>
      check.api.call('signPayments', { ...validating(uuidsOf(payments), { signToken: token }), as });
    const shown = await validate(open, signToken);
    if (open.length > 1 && !takesAll(shown)) {
      most = 1;
      continue;
    }
    const drafts = claimed(check, open);
    const sign = (token: string) =>
      check.api.call('signPayments', { ...signing(uuidsOf(drafts), { signToken: token }), as });
    const anotherBut = async (refused: Exchange) =>
      accepted(refused) === undefined ? undefined : unlessUntested(() => tokenFor(drafts));
    let withShown = await sign(drafts.length < open.length ? await tokenFor(drafts) : signToken);
    // One refusal proves nothing, because another check may have confirmed for this user in between.
    const again = await anotherBut(withShown);
    if (again !== undefined) {
      await validate(drafts, again);
      withShown = await sign(again);
    }
    const another = await anotherBut(withShown);
    const exchange = another === undefined ? withShown : await sign(another);
    if (drafts.length > 1 && accepted(exchange) === undefined && !takesAll(exchange)) {
      most = 1;
      divided = drafts;
      continue;
    }
    // Another client may have signed one of them meanwhile.
    if (accepted(exchange) === undefined || attempt >= attempts || !(await areGone(check, drafts, as))) {
      return { as, drafts, others, ids: ids.slice(0, drafts.length), elsewhere, exchange, withShown };
    }
  }
}

/** Reads the draft in another session, because a target may cache it there and not update it. */
async function readElsewhere(check: Check, { id }: ReadPayment, session: Call): Promise<Call | undefined> {
  return (await readPayments(check, [id], session)).length > 0 ? session : undefined;
}

/** Accepted, and the answer reports no draft as rejected. */
export const takesAll = (exchange: Exchange): boolean =>
  accepted(exchange) === undefined && notAccepted(exchange) !== undefined;

/** Drafts at the end of the list that other checks may sign at the same time. */
const signedFromTheEnd = 48;
const signedNearby = 4;

/** Drafts at the start of the list and some near those that are signed, none of which any check signs at the same time. */
async function othersThan(
  check: Check,
  signed: readonly ReadPayment[],
  near: readonly ReadPayment[],
  as: UserName,
): Promise<readonly ReadPayment[]> {
  const all = check.fixtures.drafts();
  const first = await readPayments(check, all.slice(0, -signedFromTheEnd).slice(0, readAtOnce), { as });
  const nearby = near.filter(({ id }) => id !== all.at(-1)).slice(signedNearby);
  return [...first.filter(isDraft), ...nearby].filter((other) => !signed.some((one) => belongTogether(one, other)));
}

/** Three, because a target may forget the third. Fewer where few may be signed, because other checks need some as well. */
function mostTogether({ fixtures, profile }: Check): number {
  const few = Math.min(fixtures.drafts().length, profile.allow.signDrafts);
  return few < 4 ? 1 : few < 8 ? 2 : 3;
}

/** As many drafts as the allowance permits, at least one. */
export function claimed({ spend }: Check, drafts: readonly ReadPayment[]): readonly ReadPayment[] {
  const claimed: ReadPayment[] = [];
  for (const draft of drafts) {
    try {
      spend('signDrafts');
    } catch (error) {
      if (claimed.length > 0 && error instanceof Untested) break;
      throw error;
    }
    claimed.push(draft);
  }
  return claimed;
}

async function areGone(check: Check, drafts: readonly ReadPayment[], as: UserName): Promise<boolean> {
  const ids = drafts.map(({ id }) => id);
  return (await readPayments(check, ids, { as })).some((payment) => !isDraft(payment));
}

export const inWords = (exchange: Exchange): string => {
  if (demandedMfa(exchange) !== undefined) return 'answered with the demand for a second factor';
  return `${succeeded(exchange) ? 'accepted' : 'refused'} with ${statusOf(exchange) ?? 'no answer'}`;
};

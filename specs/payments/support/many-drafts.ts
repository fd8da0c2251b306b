// Many drafts signed in one request, of which a target may forget one.
import type { Exchange } from '../../../exchange/exchange.ts';
import { accepted, notAccepted } from '../../../harness/assert/comparisons.ts';
import { patiently } from '../../../harness/assert/patiently.ts';
import { settling } from '../../../harness/assert/settling.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import { oncePerProcess } from '../../../harness/prepare/once.ts';
import { signTokenFor } from '../../../harness/prepare/sign-token.ts';
import type { Depth } from '../../../load/depth.ts';
import { demandedMfa, jsonOf, statusOf } from '../../../subject/answers.ts';
import type { CallInput } from '../../../subject/calls.ts';
import { claimed, inWords, openDrafts, signing, uuidsOf, validating } from './drafts.ts';
import type { ReadPayment } from './payment.ts';
import { saysAccepted, stillSignable } from './signable.ts';

const fewest = 3;

/** Few in a quick run, because it is done often and drafts are few. */
const mostAt: Readonly<Record<Depth, number>> = { quick: 4, standard: 12, deep: 30 };

/** Drafts that are left to other checks at each end of the list, and of the allowance. */
const spared = 8;

interface SignedMany {
  /** The drafts as they were before; none where many cannot be signed together. */
  readonly drafts: readonly ReadPayment[];
  /** The request for some of them with its parameters in reverse order, where only that is refused. */
  readonly refused?: Exchange;
}

/** Signs them once in a process. */
export const signedMany = oncePerProcess(async (check): Promise<SignedMany> => {
  const chosen = await chosenDrafts(check);
  if (chosen.length < fewest) return none(check, 'too few drafts may be signed to sign many of them together');
  const shown = await check.api.call('signPayments', validating(uuidsOf(chosen)));
  if (accepted(shown) !== undefined) return none(check, `${chosen.length} drafts together are ${inWords(shown)}`);
  const user = check.api.user.name;
  const tokenFor = (payments: readonly ReadPayment[]) =>
    unlessUntested(() => signTokenFor(check, user, 'signPayments', signing(uuidsOf(payments))));
  const signToken = await tokenFor(chosen);
  if (signToken === undefined) return none(check, 'no sign token was to be had for many drafts together');
  const drafts = claimed(check, chosen);
  const sign: Sign = async (some, order, token) => {
    const good = token ?? (await tokenFor(some));
    if (good === undefined) return undefined;
    return check.api.call('signPayments', { ...signing(uuidsOf(some), { signToken: good }), ...order });
  };
  const tried: Exchange[] = [];
  for (const order of check.api.confirmer(user).waitsForCodes ? [usual] : orders) {
    if (order === usual && tried.length > 0 && tried.every(isRefusal)) return signedInParts(check, drafts, sign);
    const exchange = await sign(drafts, order, tried.length === 0 ? signToken : undefined);
    if (exchange === undefined) break;
    if (isSigned(exchange)) return { drafts };
    tried.push(exchange);
    // Any request may meet a demand, which is no refusal.
    if (demandedMfa(exchange) === undefined && notAccepted(exchange) !== undefined) break;
  }
  return none(
    check,
    `${drafts.length} drafts together are ${tried[0] ? inWords(tried[0]) : 'not asked for'} when they are signed`,
  );
});

/** Signs with a new sign token, unless one is given; undefined where no token can be obtained. */
type Sign = (drafts: readonly ReadPayment[], order: Order, token?: string) => Promise<Exchange | undefined>;

type Order = Pick<CallInput, 'turned'>;

const usual: Order = {};

/** A target may find a parameter only at one place in the query. One refusal does not prove that yet. */
const orders: readonly Order[] = [{ turned: true }, { turned: true }, usual];

/**
 * A request that was refused in one order may be accepted in the other just because time has passed. So half of the drafts are signed in
 * the usual order, and the others right afterwards in both.
 */
async function signedInParts(check: Check, drafts: readonly ReadPayment[], sign: Sign): Promise<SignedMany> {
  const half = Math.ceil(drafts.length / 2);
  const [some, others] = [drafts.slice(0, half), drafts.slice(half)];
  const first = await sign(some, usual);
  if (first === undefined || !isSigned(first)) {
    return none(check, `drafts together are ${first ? inWords(first) : 'not asked for'} when some of them are signed`);
  }
  const turned = await sign(others, { turned: true });
  if (turned && isSigned(turned)) return { drafts };
  const last = await sign(others, usual);
  if (last === undefined || !isSigned(last)) return { drafts: some };
  return turned && isRefusal(turned) ? { drafts, refused: turned } : { drafts };
}

/** A refusal, not a demand and not a status that asks to try again later. */
const isRefusal = (exchange: Exchange): boolean =>
  demandedMfa(exchange) === undefined &&
  notAccepted(exchange) === undefined &&
  ![409, 429].includes(Number(statusOf(exchange)));

const isSigned = (exchange: Exchange): boolean => saysAccepted(jsonOf(exchange)) && notAccepted(exchange) !== undefined;

async function chosenDrafts(check: Check): Promise<readonly ReadPayment[]> {
  const wanted = Math.min(mostAt[check.depth], check.profile.allow.signDrafts - spared);
  if (wanted < fewest) return [];
  const open = await unlessUntested(() => openDrafts(check, wanted + 2 * spared, { from: 'end' }));
  return open?.slice(spared, Math.min(spared + wanted, Math.max(spared, open.length - spared))) ?? [];
}

function none({ observe }: Check, because: string): SignedMany {
  observe(because);
  return { drafts: [] };
}

/** The drafts that still look unsigned. The time to wait begins anew whenever one more is signed. */
export async function leftOfMany(check: Check, drafts: readonly ReadPayment[]): Promise<readonly ReadPayment[]> {
  const ids = drafts.map(({ id }) => id);
  let left = drafts;
  for (let before = Number.POSITIVE_INFINITY; left.length > 0 && left.length < before; ) {
    before = left.length;
    const look = () => stillSignable(check, ids);
    left = await patiently(check, look, ({ length }) => length === 0, settling['PAY-62']);
  }
  return left;
}

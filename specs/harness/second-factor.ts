// Demands for a second factor, and the sign tokens that confirming them yields. When a factor is demanded is open, so
// they are looked for where a target is likely to demand one.
import { randomInt } from 'node:crypto';
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { demandedMfa } from '../../target/answers.ts';
import type { Confirmation, Factor } from '../../target/mfa.ts';
import { known } from '../../target/names.ts';
import { type MfaType, type UserName, userNames } from '../../target/profile.ts';
import type { Check } from './check.ts';
import { Untested } from './failures.ts';
import { logIn } from './fresh-session.ts';

export interface Demand {
  readonly user: UserName;
  readonly mfaToken: string;
  /** What demanded it. */
  readonly by: OperationId;
  readonly exchange: Exchange;
}

/** Users of whom the profile says how they confirm; those whose code never changes first, for they need no waiting. */
export function confirmingUsers({ profile }: Pick<Check, 'profile'>, type?: MfaType): readonly UserName[] {
  const waits = (name: UserName) => (profile.users[name]?.mfa?.code.kind === 'fixed' ? 0 : 1);
  return userNames
    .filter((name) => {
      const mfa = profile.users[name]?.mfa;
      return mfa !== undefined && (type === undefined || mfa.type === type);
    })
    .sort((one, other) => waits(one) - waits(other));
}

/** A demand of this user, or undefined when nothing demands a second factor of him. It changes nothing. */
export async function demandOf(check: Check, user: UserName): Promise<Demand | undefined> {
  for (const source of sourcesFor(check, user)) {
    const demand = await source(check, user).catch((error: unknown) => {
      // What --safe keeps back, or what has no fixture, demands nothing.
      if (error instanceof Untested) return undefined;
      throw error;
    });
    if (demand) return demand;
  }
  return undefined;
}

type Source = (check: Check, user: UserName) => Promise<Demand | undefined>;

/** Fixtures are the main user's. A login of his that demands nothing may end the session that other checks use. */
function sourcesFor({ api }: Check, user: UserName): readonly Source[] {
  if (user !== api.user.name) return [byLogin];
  return known(api.names.sessionsPerUser) === 'one' ? [bySigning] : [bySigning, byLogin];
}

const demandIn = (exchange: Exchange, user: UserName, by: OperationId): Demand | undefined => {
  const mfaToken = demandedMfa(exchange);
  return mfaToken === undefined ? undefined : { user, mfaToken, by, exchange };
};

const byLogin: Source = async ({ api }, user) => demandIn(await logIn(api, user), user, 'login');

const draftsTried = 3;

/** Signing without a sign token signs nothing. */
const bySigning: Source = async ({ api, fixtures, profile }, user) => {
  const drafts = profile.allow.signDrafts > 0 ? fixtures.drafts() : [];
  for (let left = Math.min(draftsTried, drafts.length); left > 0; left--) {
    const draft = drafts[randomInt(drafts.length)];
    const exchange = await api.call('signPayments', { as: user, query: { validate: 0 }, json: { id: [draft] } });
    const demand = demandIn(exchange, user, 'signPayments');
    if (demand) return demand;
  }
  return undefined;
};

const attempts = 3;

/**
 * Confirms a demand of this user: that one, or a new one while the code is refused, for somebody else may just have
 * used it. Undefined when nothing demands a second factor of him.
 */
export async function confirmed(check: Check, user: UserName, first?: Demand): Promise<Confirmation | undefined> {
  let demand = first ?? (await demandOf(check, user));
  let confirmation: Confirmation | undefined;
  for (let attempt = 1; demand && attempt <= attempts; attempt++) {
    confirmation = await check.api.confirm(demand.mfaToken, user);
    if (confirmation.kind !== 'refused') return confirmation;
    demand = attempt < attempts ? await demandOf(check, user) : undefined;
  }
  return confirmation;
}

export interface SignToken {
  readonly user: UserName;
  readonly signToken: string;
}

/** A new sign token of one of these users. */
export async function signTokenOf(check: Check, users = confirmingUsers(check)): Promise<SignToken> {
  let missing = 'a user of whom the target demands a second factor, and how he confirms (users.*.mfa)';
  for (const user of users) {
    const confirmation = await confirmed(check, user);
    if (confirmation?.kind === 'confirmed') return { user, signToken: confirmation.signToken };
    if (confirmation) missing = `a sign token of the ${user} user: ${confirmation.because}`;
  }
  return check.untested(missing);
}

/** A demand that waits for its factor. */
export interface Live extends Demand {
  readonly factor: Factor;
}

/** Undefined when nothing demands a second factor of this user. */
export async function liveDemand(check: Check, user: UserName): Promise<Live | undefined> {
  const requestId = check.profile.users[user]?.mfa?.requestId;
  // How a demand leads to its request shows when one is confirmed.
  if (requestId === 'discover') await confirmed(check, user);
  const demand = await demandOf(check, user);
  const factor = demand && (await check.api.confirmer(user).factor(demand.mfaToken));
  return demand && factor && { ...demand, factor };
}

/** Of whom a login demands a second factor. */
export async function askedAtLogin(check: Check): Promise<readonly UserName[]> {
  const asked: UserName[] = [];
  for (const user of confirmingUsers(check)) {
    const isQuiet = user !== check.api.user.name || known(check.api.names.sessionsPerUser) === 'many';
    if (isQuiet && (await byLogin(check, user))) asked.push(user);
  }
  return asked;
}

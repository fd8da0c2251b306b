// Demands for a second factor, and the sign tokens that come of confirming them. The specification leaves open when a target demands
// one, so operations are tried that are likely to.
import { randomInt, randomUUID } from 'node:crypto';
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { demandedMfa, succeeded } from '../../subject/answers.ts';
import { paymentUuid } from '../../subject/discovery/payment-uuid.ts';
import { known } from '../../subject/names.ts';
import { areTwoPeople, type MfaType, type User, type UserName, userNames } from '../../subject/profile/profile.ts';
import type { Confirmation, Confirmer, Factor } from '../../subject/session/mfa.ts';
import type { Check } from '../declare/check.ts';
import { unlessUntested } from '../declare/failures.ts';
import { logIn } from './fresh-session.ts';
import { invitationAs, leastRole } from './invitation.ts';
import { nearMisses } from './lookalike.ts';

export interface Demand {
  readonly user: UserName;
  readonly mfaToken: string;
  /** The operation that demanded it. */
  readonly by: OperationId;
  readonly exchange: Exchange;
  /** The fingerprint of the device that met the demand. */
  readonly fingerprint: string;
}

/** The users who can confirm, by the profile. First come those whose code never changes, because nobody has to wait for it. */
export function confirmingUsers({ profile }: Pick<Check, 'profile'>, type?: MfaType): readonly UserName[] {
  const waits = (name: UserName) => (profile.users[name]?.mfa?.code.kind === 'fixed' ? 0 : 1);
  return userNames
    .filter((name) => {
      const mfa = profile.users[name]?.mfa;
      return mfa !== undefined && (type === undefined || mfa.type === type);
    })
    .sort((one, other) => waits(one) - waits(other));
}

/** A demand that this user meets, from that operation if possible; undefined when no operation demands a second factor of the user. */
export async function demandOf(check: Check, user: UserName, by?: OperationId): Promise<Demand | undefined> {
  const sources = sourcesFor(check, user).toSorted((one, other) => Number(other.by === by) - Number(one.by === by));
  for (const { ask } of sources) {
    // A source that --safe forbids, or that has no fixture, makes no demand.
    const demand = await unlessUntested(() => ask(check, user));
    if (demand) return demand;
  }
  return undefined;
}

interface Source {
  readonly by: OperationId;
  ask(check: Check, user: UserName): Promise<Demand | undefined>;
}

/** Only the main user has fixtures, but a login of this user may end the session of other checks. Next likely to be asked is `mfa`. */
function sourcesFor({ api }: Check, user: UserName): readonly Source[] {
  const isMain = user === api.user.name;
  const mayLogIn = !isMain || known(api.names.sessionsPerUser) !== 'one';
  const mayInvite = (isMain || user === 'mfa') && !invitesUndemanded.has(api.confirmer(user));
  return [...(isMain ? [bySigning] : []), ...(mayLogIn ? [byLogin] : []), ...(mayInvite ? [byInvitation] : [])];
}

/** The demand that an answer to this user makes, if it makes one. */
export function demandIn(
  exchange: Exchange,
  by: OperationId,
  { name, fingerprint }: Pick<User, 'name' | 'fingerprint'>,
): Demand | undefined {
  const mfaToken = demandedMfa(exchange);
  return mfaToken === undefined ? undefined : { user: name, mfaToken, by, exchange, fingerprint };
}

/** Logs in from a new device, because a known one may not be asked again; from the profile's where the target refuses new ones. */
const byLogin: Source = {
  by: 'login',
  async ask(check, name) {
    const fingerprint = `assay-${randomUUID()}`;
    const login = await logIn(check.api, name, { fingerprint });
    const demand = demandIn(login, 'login', { name, fingerprint });
    if (demand || succeeded(login)) return demand;
    return demandIn(await logIn(check.api, name), 'login', check.profile.users[name]!);
  },
};

/** Some may have been signed already, by this run or before it. */
const draftsTried = 4;

/** Without a sign token, the call signs nothing. */
const bySigning: Source = {
  by: 'signPayments',
  async ask({ api, fixtures, profile }) {
    const left = profile.allow.signDrafts > 0 ? [...fixtures.drafts()] : [];
    for (let tried = 0; tried < draftsTried && left.length > 0; tried++) {
      const [draft] = left.splice(randomInt(left.length), 1);
      const id = [await paymentUuid(api, draft!)];
      const exchange = await api.call('signPayments', { query: { validate: 0 }, json: { id } });
      const demand = demandIn(exchange, 'signPayments', api.user);
      if (demand) return demand;
    }
    return undefined;
  },
};

const invitesUndemanded = new WeakSet<Confirmer>();
/** Tried last, and no more once it demanded nothing, because it uses up the allowance and may invite somebody. */
const byInvitation: Source = {
  by: 'inviteMember',
  async ask(check, name) {
    const { api, profile } = check;
    const none = name === api.user.name ? {} : { walletAccess: [] };
    const json = { ...(await invitationAs(leastRole, check)), ...none };
    check.spend('inviteMembers');
    const exchange = await api.call('inviteMember', { as: name, json, confirmMfa: false });
    const demand = demandIn(exchange, 'inviteMember', profile.users[name]!);
    if (demand === undefined) invitesUndemanded.add(api.confirmer(name));
    return demand;
  },
};

const attempts = 3;

/** A confirmation with its device, because a target may bind the sign token to the device. */
export type Confirmed = Confirmation & Pick<Demand, 'fingerprint'>;

/**
 * Confirms a demand of this user, and a new one when the code is refused, because another process may just have used it. Undefined when
 * no operation demands a second factor of the user.
 */
export async function confirmed(
  check: Check,
  user: UserName,
  first?: Demand,
  by = first?.by,
): Promise<Confirmed | undefined> {
  let demand = first ?? (await demandOf(check, user, by));
  let confirmation: Confirmed | undefined;
  for (let attempt = 1; demand && attempt <= attempts; attempt++) {
    confirmation = { ...(await check.api.confirm(demand.mfaToken, user)), fingerprint: demand.fingerprint };
    if (confirmation.kind !== 'refused') return confirmation;
    demand = attempt < attempts ? await demandOf(check, user, by) : undefined;
  }
  return confirmation;
}

export interface SignToken {
  readonly user: UserName;
  readonly signToken: string;
  readonly fingerprint: string;
}

/**
 * A new sign token of one of these users, from a demand of that operation if possible: a target may accept the token only there, and
 * not demand it of every user.
 */
export async function signTokenOf(check: Check, users = confirmingUsers(check), by?: OperationId): Promise<SignToken> {
  let missing = 'a user of whom the target demands a second factor, and how he confirms (users.*.mfa)';
  for await (const demand of demandsOf(check, users, by)) {
    const { user } = demand;
    const confirmation = await confirmed(check, user, demand, by);
    if (confirmation?.kind === 'confirmed') return { user, ...confirmation };
    if (confirmation) missing = `a sign token of the ${user} user: ${confirmation.because}`;
  }
  return check.untested(missing);
}

/** Demands of the operation come first. */
async function* demandsOf(check: Check, users: readonly UserName[], by: OperationId | undefined) {
  const others: Demand[] = [];
  for (const user of users) {
    const demand = await demandOf(check, user, by);
    if (demand === undefined) continue;
    if (by === undefined || demand.by === by) yield demand;
    else others.push(demand);
  }
  yield* others;
}

/** Tokens that differ little from one that is valid for this operation now; none where no second factor is demanded. */
export async function nearSignTokens(check: Check, by: OperationId): Promise<readonly string[]> {
  const live = await unlessUntested(() => signTokenOf(check, [check.api.user.name], by));
  return live ? nearMisses(live.signToken) : [];
}

const keptTokens = new WeakMap<Confirmer, string>();

/**
 * A sign token of another user, for requests that must be refused. Where no other user can confirm, undefined, with an observation.
 * Where each confirmation waits for a new code, all checks of a process share one token.
 */
export async function signTokenOfAnother(check: Check, than = check.api.user.name): Promise<string | undefined> {
  const others = confirmingUsers(check).filter((user) => areTwoPeople(check.profile, user, than));
  for (const other of others) {
    const kept = keptTokens.get(check.api.confirmer(other));
    if (kept !== undefined) return kept;
  }
  const token = others.length === 0 ? undefined : await unlessUntested(() => signTokenOf(check, others));
  if (token === undefined) {
    check.observe('no sign token of another user was to be had (users.mfa, users.second)');
    return undefined;
  }
  const confirmer = check.api.confirmer(token.user);
  if (confirmer.waitsForCodes) keptTokens.set(confirmer, token.signToken);
  return token.signToken;
}

/** The body of a v2 exchange, with the fingerprint of the device whose login was asked for the second factor. */
export const forExchange = ({ signToken, fingerprint }: Pick<SignToken, 'signToken' | 'fingerprint'>) => ({
  signToken,
  fingerprintid: fingerprint,
});

/** A demand whose second factor is not confirmed yet. */
export interface PendingDemand extends Demand {
  readonly factor: Factor;
}

/** Undefined when no operation demands a second factor of this user. `unsentFactor`: for requests that the target must refuse. */
export async function pendingDemand(
  check: Check,
  user: UserName,
  factorFor: 'factor' | 'unsentFactor' = 'factor',
): Promise<PendingDemand | undefined> {
  const requestId = check.profile.users[user]?.mfa?.requestId;
  // A first confirmation shows how the request id follows from a demand.
  if (requestId === 'discover') await confirmed(check, user);
  const demand = await demandOf(check, user);
  const factor = demand && (await check.api.confirmer(user)[factorFor](demand.mfaToken));
  return demand && factor && { ...demand, factor };
}

/** The reason where no user meets a demand that can be confirmed. */
export const noDemand = 'a demand for a second factor, and how its user confirms (users.*.mfa)';

/** A pending demand of the first user who meets one; ends the check where no user does. */
export async function anyPendingDemand(check: Check): Promise<PendingDemand> {
  for (const user of confirmingUsers(check)) {
    const demand = await pendingDemand(check, user);
    if (demand) return demand;
  }
  return check.untested(noDemand);
}

/** The users of whom a login demands a second factor. */
export async function askedAtLogin(check: Check): Promise<readonly UserName[]> {
  const asked: UserName[] = [];
  for (const user of confirmingUsers(check)) {
    const mayLogIn = user !== check.api.user.name || known(check.api.names.sessionsPerUser) === 'many';
    if (mayLogIn && (await byLogin.ask(check, user))) asked.push(user);
  }
  return asked;
}

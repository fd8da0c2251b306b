// Invitations of members that a check may send: to whom the profile allows, and past the second factor in whichever way the
// target has them pass.
import { memberRoleValues } from '../../../contract/generated/api-types.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { accepted } from '../../../harness/assert/comparisons.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { invitationAs, leastRole } from '../../../harness/prepare/invitation.ts';
import { signTokenOf } from '../../../harness/prepare/second-factor.ts';
import type { Fields } from '../../../subject/answers.ts';
import type { Api, CallInput } from '../../../subject/api.ts';
import { listSyntaxes } from '../../../subject/lists.ts';
import { known } from '../../../subject/names.ts';
import type { ListSyntax, Profile } from '../../../subject/profile/profile.ts';

/**
 * The role that invitations are sent with: the least powerful one, unless this target takes no invitation with it. That has a check
 * of its own.
 */
const roles = new WeakMap<Profile, string>();

/** Within every rule, without a sign token. */
export const invitation = (check: Check): Promise<Fields> => invitationAs(roles.get(check.profile) ?? leastRole, check);

/** The same without expiredAt, which a target may read in JSON alone: that has checks of its own. */
export async function endlessInvitation(check: Check): Promise<Fields> {
  const { expiredAt: _ends, ...fields } = await invitation(check);
  return fields;
}

/** How an invitation is accepted: with the confirmation that it may demand, or only with a sign token that was demanded elsewhere. */
type Way = 'as it comes' | 'with a sign token';

const ways = new WeakMap<Api, Promise<Way>>();

/** Sends it once for all checks of a process: the twin of whatever is refused later. */
export function wayOf(check: Check): Promise<Way> {
  const way = ways.get(check.api) ?? findWay(check);
  ways.set(check.api, way);
  return way;
}

async function findWay(check: Check): Promise<Way> {
  const json = await invitation(check);
  check.spend('inviteMembers');
  for (const role of new Set([leastRole, ...memberRoleValues])) {
    const { way } = await inEitherWay(check, { ...json, role });
    if (way === undefined) continue;
    roles.set(check.profile, role);
    return way;
  }
  return check.untested('an invitation that is accepted');
}

/** As it comes, and where it is refused so with a sign token; no way where it is refused in both. */
export async function inEitherWay(
  check: Check,
  json: Fields,
): Promise<{ readonly way?: Way; readonly exchange: Exchange }> {
  const asItComes = await sendBy('as it comes', check, { json });
  if (accepted(asItComes) === undefined) return { way: 'as it comes', exchange: asItComes };
  const exchange = await sendBy('with a sign token', check, { json });
  return accepted(exchange) === undefined ? { way: 'with a sign token', exchange } : { exchange };
}

async function sendBy(way: Way, check: Check, { json, form, ...rest }: CallInput): Promise<Exchange> {
  const { api } = check;
  if (way === 'as it comes') return api.call('inviteMember', { ...rest, ...bodyOf({ json, form }), confirmMfa: true });
  const { signToken } = await signTokenOf(check, [api.user.name]);
  const withToken = (fields: unknown) => fields && { ...(fields as object), signToken };
  return api.call('inviteMember', { ...rest, ...bodyOf({ json: withToken(json), form: withToken(form) }) });
}

const bodyOf = ({ json, form }: { readonly json?: unknown; readonly form?: unknown }): CallInput =>
  json === undefined ? { form: form as Fields } : { json };

/** Sends an invitation with a sign token that is valid, where one is asked for. */
export async function invite(check: Check, input: CallInput): Promise<Exchange> {
  return sendBy(await wayOf(check), check, input);
}

const readers = new WeakMap<Api, Promise<Check | undefined>>();

/**
 * The same check with lists in forms written as this target reads them, found out by an invitation that is accepted;
 * undefined when it reads none.
 */
export function readingForms(check: Check): Promise<Check | undefined> {
  const reader = readers.get(check.api) ?? findReader(check);
  readers.set(check.api, reader);
  return reader;
}

/** The same check with the lists of forms written so. */
export function inSyntax(check: Check, value: ListSyntax): Check {
  const api = check.api.withNames({ ...check.api.names, formArrays: { kind: 'declared', value } });
  ways.set(api, wayOf(check));
  return { ...check, api };
}

async function findReader(check: Check): Promise<Check | undefined> {
  const syntax = known(check.api.names.formArrays);
  for (const value of syntax === undefined ? listSyntaxes : [syntax]) {
    const reading = inSyntax(check, value);
    check.spend('inviteMembers');
    if (accepted(await invite(reading, { form: await endlessInvitation(check) })) === undefined) return reading;
  }
  return undefined;
}

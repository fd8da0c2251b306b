// Invitations that a check may send: to people whom the profile allows, and with the second factor in the way that the target accepts.
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

/** The role of invitations: the least powerful one, unless this target refuses invitations with it. Another check tests that. */
const roles = new WeakMap<Profile, string>();

/** An invitation within every rule, without a sign token. */
export const invitation = (check: Check): Promise<Fields> => invitationAs(roles.get(check.profile) ?? leastRole, check);

/** The same without expiredAt, because a target may read it only in JSON. Other checks test that. */
export async function endlessInvitation(check: Check): Promise<Fields> {
  const { expiredAt: _ends, ...fields } = await invitation(check);
  return fields;
}

/** How an invitation is accepted: after the confirmation that it may demand, or only with a sign token that was demanded elsewhere. */
type Way = 'as it comes' | 'with a sign token';

const ways = new WeakMap<Api, Promise<Way>>();

/** Sends it once for all checks of a process, as the twin of all that are refused later. */
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

/** Sends it as it comes, and if that is refused, with a sign token. There is no way if both are refused. */
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

/** Sends an invitation, with a valid sign token where one is needed. */
export async function invite(check: Check, input: CallInput): Promise<Exchange> {
  return sendBy(await wayOf(check), check, input);
}

const readers = new WeakMap<Api, Promise<Check | undefined>>();

/** The same check, with lists in forms written as this target reads them. An accepted invitation shows how; undefined where none is accepted. */
export function readingForms(check: Check): Promise<Check | undefined> {
  const reader = readers.get(check.api) ?? findReader(check);
  readers.set(check.api, reader);
  return reader;
}

/** The same check with lists in forms written in this syntax. */
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

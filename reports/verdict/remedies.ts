// What can be done about a requirement that could not be tested, in one line.
import type { OperationId } from '../../contract/operations.ts';
import { areaOf, type Requirement } from '../../contract/requirements.ts';
import { invocation } from '../../exchange/invocation.ts';
import { profileSchema, type Schema } from '../../subject/profile/schema.ts';

/** Of what another shard may show. */
export const waitingForShards = 'join all shards of the run: assay merge DIR…';

export function remedyFor({ id, level, operations }: Requirement, reason: string): string {
  if (reason.includes('--safe')) return 'run without --safe, where the target may be changed';
  if (/^shard \S+ does its check$|in this shard/.test(reason)) return waitingForShards;
  if (/^shard \S+[, ]/.test(reason)) return 'run that shard again, and merge again';
  if (/^the run (was interrupted|ended) before/.test(reason)) return 'let the run come to its end';
  if (reason === 'no check was run') return 'take away what kept the run from its checks';
  const named = keysIn(reason);
  const wanted = named.length > 0 ? named : neededBy(operations, areaOf(id));
  const lines = [...new Set(wanted)].slice(0, most).map((key) => [key, descriptionOf(key)].filter(Boolean).join(': '));
  if (lines.length > 0) return `set in the profile ${lines.join(' and ')}`;
  const accepting = level === 'must' ? '; what the target cannot show may be accepted by name (--accept)' : '';
  return `${invocation} explain ${id} tells what is asked${accepting}`;
}

const most = 2;

const section = /\b(?:users|open|fixtures|allow|declares|target)\.[\w*]+(?:\.[\w*]+)*/g;

/** The keys of the profile that a reason names. */
function keysIn(reason: string): readonly string[] {
  const [, allowed] = /the profile allows (\w+)/.exec(reason) ?? [];
  const named = reason.match(section) ?? [];
  return [...(allowed === undefined ? [] : [`allow.${allowed}`]), ...named].filter(
    (key) => schemaAt(key) !== undefined,
  );
}

const neededBy = (operations: Requirement['operations'], area: string): readonly string[] =>
  operations === '*' ? (areas[area] ?? []) : operations.flatMap((one) => opens[one] ?? []);

const areas: Readonly<Record<string, readonly string[]>> = {
  MFA: ['users.*.mfa'],
  EVT: ['allow.webhookReceiver'],
  RATE: ['allow.load'],
};

/** What the profile has to give before an operation is called with success. */
const opens: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  confirmMfa: ['users.*.mfa'],
  exchangeSignToken: ['users.*.mfa'],
  readPayment: ['fixtures.payments'],
  cancelPayment: ['fixtures.payments.cancellable'],
  signPayments: ['fixtures.payments.drafts'],
  createPayment: ['open.bodies.createPayment', 'allow.createPayments'],
  createBeneficiary: ['allow.createBeneficiaries'],
  readBeneficiary: ['fixtures.beneficiaries'],
  inviteMember: ['allow.inviteMembers'],
  readCardCredentials: ['allow.readCredentials'],
  readCardV1: ['open.include', 'allow.readCredentials'],
  calculateCardLimits: ['allow.calculateLimits'],
  setSmsBalanceNotification: ['allow.smsNotification'],
  setCardLimits: ['open.bodies.setCardLimits', 'allow.setCardLimits'],
};

const schemaAt = (key: string): Schema | undefined =>
  key
    .replace('users.*', 'users.full')
    .split('.')
    .reduce<Schema | undefined>(
      (at, step) => at && [at, ...(at.anyOf ?? [])].map(({ properties }) => properties?.[step]).find((found) => found),
      profileSchema,
    );

function descriptionOf(key: string): string {
  const { description = '' } = schemaAt(key) ?? {};
  return description.split(/(?<=\.) /, 1)[0] ?? description;
}

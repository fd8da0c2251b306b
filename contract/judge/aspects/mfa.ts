// The MFA-required object: any operation may answer it, with any status below 500.
import type { RequirementId } from '../../generated/sentences.ts';
import type { OperationId } from '../../operations.ts';
import { meaningful } from '../../presence.ts';
import type { Notes } from '../finding.ts';
import { rule } from '../rules.ts';
import { shownSecret } from '../wording.ts';

/** These operations answer tokens or a demand, never both, because a demand beside tokens demands nothing. */
const tokensOrDemand: Readonly<Partial<Record<OperationId, RequirementId>>> = {
  login: 'SESS-01',
  exchangeSignToken: 'SESS-26',
};

/** Recognised by its status or its token. */
export const demandsMfa = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  (('status' in value && value.status === 'MFA_REQUIRED') ||
    ('mfaToken' in value && meaningful(value.mfaToken) !== undefined));

/** Whether the answer demands MFA, by its status or its token; if so it is judged as such, and as nothing else. */
export function isMfaDemand(value: unknown, operation: OperationId, notes: Notes): boolean {
  if (!demandsMfa(value)) return false;
  const { status, mfaToken, access, data } = value;
  notes.check(rule.mfaStatus, '/status', '"MFA_REQUIRED"', status === 'MFA_REQUIRED' ? undefined : String(status));
  const token = typeof mfaToken === 'string' && mfaToken !== '' ? undefined : shownSecret(mfaToken ?? null);
  notes.check(rule.mfaToken, '/mfaToken', 'a string that says something', token);
  const either = tokensOrDemand[operation];
  const hasTokens = (tokenIn(access, 'token') ?? tokenIn(data, 'accessToken')) !== undefined;
  if (either) notes.check(either, 'body', 'tokens or a demand for a second factor', hasTokens ? 'both' : undefined);
  return true;
}

const tokenIn = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? meaningful((holder as Record<string, unknown>)[name]) : undefined;

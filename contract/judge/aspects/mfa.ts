// The MFA-required object: any operation may answer it, with any status below 500.
import { told } from '../../presence.ts';
import type { Notes } from '../finding.ts';
import { rule } from '../rules.ts';
import { shownSecret } from '../wording.ts';

/** Whether the answer demands MFA, by its status or its token; if so it is judged as such, and as nothing else. */
export function isMfaDemand(value: unknown, notes: Notes): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { status, mfaToken } = value as { status?: unknown; mfaToken?: unknown };
  if (status !== 'MFA_REQUIRED' && told(mfaToken) === undefined) return false;
  notes.check(rule.mfaStatus, '/status', '"MFA_REQUIRED"', status === 'MFA_REQUIRED' ? undefined : String(status));
  const token = typeof mfaToken === 'string' && mfaToken !== '' ? undefined : shownSecret(mfaToken ?? null);
  notes.check(rule.mfaToken, '/mfaToken', 'a string that says something', token);
  return true;
}

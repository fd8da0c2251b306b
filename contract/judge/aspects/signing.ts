// Drafts that are signed by a request that has no room for the sign token which that requires.
import type { OperationId } from '../../operations.ts';
import type { WireRequest } from '../../wire.ts';
import type { Notes } from '../finding.ts';
import { rule } from '../rules.ts';

/** The name of the parameter with the sign token is open, so only a request with no other parameter surely has no token. */
export function judgeSigning(operation: OperationId, request: WireRequest, value: unknown, notes: Notes): void {
  if (operation !== 'signPayments' || !signsWithoutToken(request) || !saysAccepted(value)) return;
  notes.check(rule.signToken, 'body', 'no signing with validate 0 and no sign token', 'ACCEPTED');
}

const signsWithoutToken = (request: WireRequest): boolean =>
  new URL(request.url).search === '?validate=0' && namesPaymentsAlone(request);

function namesPaymentsAlone({ body, cut }: WireRequest): boolean {
  if (cut) return false;
  try {
    const { id, ...others } = JSON.parse(Buffer.from(body ?? []).toString('utf8')) as { readonly id?: unknown };
    return Array.isArray(id) && id.length > 0 && Object.keys(others).length === 0;
  } catch {
    return false;
  }
}

const saysAccepted = (value: unknown): boolean =>
  (value as { readonly status?: unknown } | null)?.status === 'ACCEPTED';

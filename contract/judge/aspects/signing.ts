// Signing without a sign token must not be accepted, in any traffic.
import { isUuid } from '../../text/uuid.ts';
import type { WireRequest } from '../../wire.ts';
import type { Answer } from '../finding.ts';
import { saysUndone } from '../undone.ts';

export function judgeSigning({ request, body, operation, notes }: Answer): void {
  if (operation.id !== 'signPayments' || body.kind !== 'json') return;
  const accepted = (body.value as { readonly status?: unknown } | null)?.status === 'ACCEPTED';
  // An answer that lists something as not done may come before the target asks for a token.
  if (!accepted || saysUndone(body.value) || !signsWithoutToken(request)) return;
  notes.check('PAY-54', '/status', 'no acceptance of validate 0 without a sign token', '"ACCEPTED"');
}

/** True if the query has only validate and the body only ids, so that there is no sign token. A body without ids signs nothing. */
function signsWithoutToken({ url, body, cut }: WireRequest): boolean {
  if (cut || new URL(url, 'http://target').search !== '?validate=0') return false;
  try {
    const { id, ...others } = JSON.parse(Buffer.from(body ?? []).toString('utf8')) as Readonly<Record<string, unknown>>;
    const named = Array.isArray(id) && id.length > 0 && id.every((one) => typeof one === 'string' && isUuid(one));
    return named && Object.keys(others).length === 0;
  } catch {
    return false;
  }
}

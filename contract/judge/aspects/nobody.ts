// Requests without the bearer token that they need: no answer may let them in, and 403 is wrong, because the caller is unknown.
import type { OperationId } from '../../operations.ts';
import { header, type WireRequest, type WireResponse } from '../../wire.ts';
import { bodyOf } from '../body.ts';
import type { Finding } from '../finding.ts';
import { isValidationError } from './errors.ts';
import { isInFront } from './in-front.ts';
import { demandsMfa } from './mfa.ts';
import { mayBeAnotherPath } from './transport.ts';

/** What the Authorization header contains: a token of any kind, the name and password of a login, nothing, or something else. */
type Shown = 'bearer' | 'basic' | 'nothing' | 'another';

export function shownBy({ headers }: WireRequest): Shown {
  const credentials = header(headers, 'authorization');
  if (credentials === undefined) return 'nothing';
  if (/^basic\s+\S/i.test(credentials)) return 'basic';
  return /^bearer\s+\S/i.test(credentials) ? 'bearer' : 'another';
}

/**
 * Judges a request to an operation that needs a bearer token. An answer may first report an unknown thing or a wrong value, or demand a
 * second factor.
 */
export function admittedUnknown(
  operation: OperationId,
  request: WireRequest,
  response: WireResponse,
): Finding | undefined {
  const { status } = response;
  const shown = shownBy(request);
  if (shown !== 'nothing' && shown !== 'basic') return undefined;
  if (isInFront(request, response) || mayBeAnotherPath(request.url)) return undefined;
  const body = bodyOf(response);
  if (body.kind === 'json' && (demandsMfa(body.value) || isValidationError(body.value))) return undefined;
  // The row of this operation lists only 403.
  const mayForbid = operation === 'listWebhookEvents';
  const isAdmitted = status >= 200 && status < 300;
  if (!isAdmitted && (status !== 403 || mayForbid || shown === 'basic')) return undefined;
  return {
    requirement: mayForbid ? 'AUTH-07' : shown === 'nothing' ? 'AUTH-01' : 'AUTH-02',
    at: 'status',
    expected: isAdmitted ? '401, as no bearer token was sent' : '401, as nobody is known who could be forbidden it',
    got: String(status),
  };
}

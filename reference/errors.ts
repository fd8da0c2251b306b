// The six error shapes of the specification, as answers.
import { STATUS_CODES } from 'node:http';
import type { Answer } from './http/call.ts';

export type Messages = Readonly<Record<string, string>>;

const nameOf = (status: number): string => STATUS_CODES[status] ?? 'Error';

/** The standard error. */
export const refused = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers,
  body: { name: nameOf(status), message, status },
});

/** The wrapped error: the answer of cards, beneficiaries and the cancelling of payments to an unknown id. */
export const unknownResource = (message: string): Answer => ({
  status: 404,
  body: { status: 'ERROR', error: { code: 404, message } },
});

/** The extended not-found of the payment read. */
export const unknownPayment = (message: string): Answer => ({
  status: 404,
  body: { name: nameOf(404), message, status: 404, code: 1404, type: 'payment_not_found' },
});

/** The message alone, as the token refresh answers it. */
export const unknownToken = (message: string): Answer => ({ status: 404, body: { message } });

/** Validation by location, as the token endpoints give it. */
export const misplaced = (status: number, found: { query?: Messages; body?: Messages }): Answer => ({
  status,
  body: { query: found.query ?? {}, body: found.body ?? {} },
});

/** Field errors, as login gives them. */
export const fieldErrors = (status: number, errors: Messages): Answer => ({
  status,
  body: { status: 'ERROR', errors },
});

/** The demand for a second factor, which is no error shape: the answer when a sign token is needed first. */
export const mfaRequired = (status: number, mfaToken: string): Answer => ({
  status,
  body: { status: 'MFA_REQUIRED', mfaToken },
});

// The accepted twin of broken calls.
import { operationById } from '../../../contract/operations.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { demandedMfa, statusOf, succeeded } from '../../../subject/answers.ts';
import type { Call } from '../../../subject/api.ts';
import { type SoundCall, soundCall } from './sound-calls.ts';

/** How broken calls are sent: a demand for a second factor is not confirmed, because these calls must not be accepted anyway. */
export const unconfirmed = ({ call }: SoundCall): Call => ({ ...call, confirmMfa: false });

/**
 * Ends the check where the call is refused even without its defect. The broken calls may have used up what they need, as wrong codes end a
 * demand, so a fresh call decides.
 */
export async function acceptedTwin(check: Check, sound: SoundCall): Promise<void> {
  let twin = await sent(check, sound);
  if (isTaken(sound)(twin) !== undefined) twin = await sent(check, await soundCall(check, sound.id));
  if (isTaken(sound)(twin) !== undefined) {
    check.untested(`the twin of ${sound.id}, which is right and answered with ${statusOf(twin) ?? 'nothing'}`);
  }
}

function sent(check: Check, { id, call, fields, spend }: SoundCall): Promise<Exchange> {
  spend();
  const takesJson = operationById(id).requestTypes.some((type) => /json/.test(type));
  return check.api.call(id, { ...call, ...(takesJson ? { json: fields } : { form: fields }) });
}

/** A login that leads to a second factor has been understood. */
export const isTaken =
  ({ id }: SoundCall) =>
  (exchange: Exchange): Mismatch =>
    succeeded(exchange) || (id === 'login' && demandedMfa(exchange) !== undefined)
      ? undefined
      : { expected: 'a success', got: String(statusOf(exchange) ?? 'no answer') };

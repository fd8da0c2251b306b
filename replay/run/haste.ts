// Keeps the candidate from being blamed for the speed of a replay, which may meet limits that the recording never met.
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientRequest } from '../../exchange/client/client.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { patient, waiting } from '../../subject/waiting/patience.ts';
import type { Difference } from '../compare/difference.ts';
import type { Answered } from '../load/answered.ts';
import type { Step } from '../plan/steps.ts';
import type { Accounting } from '../verdict/account.ts';
import type { RateLimited } from '../verdict/result.ts';
import type { Quiet } from './lag.ts';
import type { Refusals } from './refusals.ts';

export interface Sent {
  readonly exchange: Exchange;
  /** It was refused until the patience ended; this is the reason why the candidate is not blamed for it. */
  readonly hasty?: string;
}

export interface Haste {
  /** Sends a request, and sends it again when the candidate refused it because of our speed. */
  send(step: Step, copy: number, request: ClientRequest): Promise<Sent>;
  /** Makes another status lawful where it comes of a limit, because reaching a limit depends on the speed. */
  excused(step: Step, sent: Sent, difference: Difference): Difference;
  readonly rateLimits: RateLimited;
}

export const createHaste = (
  client: Pick<Client, 'send'>,
  refusals: Refusals,
  accounting: Accounting,
  answers: Answered,
  signal: AbortSignal,
  quiet?: Quiet,
): Haste => {
  const rateLimits = { met: 0, explained: 0 };
  return {
    rateLimits,
    async send(step, copy, request) {
      const next = waiting(patient);
      for (;;) {
        refusals.sent(step, copy);
        const sending = () => client.send({ ...request, signal });
        const exchange = await (quiet ? quiet.around(sending) : sending());
        if (exchange.resent) accounting.sentAgain(step.operation.key);
        refusals.answered(step, exchange);
        answers.note(step, exchange);
        const response = exchange.outcome.kind === 'answered' ? exchange.outcome.response : undefined;
        if (response?.status !== 429 || step.response?.status === 429) return { exchange };
        rateLimits.met += 1;
        const hasty = refusals.explanation(step, exchange);
        if (hasty === undefined) return { exchange };
        rateLimits.explained += 1;
        const wait = next(response);
        if (wait === undefined) return { exchange, hasty };
        accounting.add('asking again after 429');
        await pause(wait, undefined, { signal });
      }
    },
    excused(step, { exchange, hasty }, difference) {
      if (difference.field !== 'status') return difference;
      if (hasty !== undefined) return { ...difference, lawful: hasty };
      const lawful = step.response?.status === 429 ? refusals.admission(step, exchange) : undefined;
      return lawful === undefined ? difference : { ...difference, lawful };
    },
  };
};

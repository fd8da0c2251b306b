// What a request may do to the things of the API: change those that it names, only make a new one, or nothing.
import { isDemand, type Read } from '../compare/answers.ts';
import type { Step } from '../plan/steps.ts';

export type Effect = 'none' | 'makes' | 'changes';

/** Operations with POST that change nothing. */
const questions = new Set(['readCardCredentials']);
/** Operations that make a new thing and leave those that they name unchanged. */
const makers = new Set(['calculateCardLimits', 'createBeneficiary', 'inviteMember']);

export const effectOf = ({ operation, request }: Step): Effect => {
  if (!operation.changes || operation.ofSession || questions.has(operation.key)) return 'none';
  if (operation.key === 'signPayments' && /[?&]validate=1(?:&|$)/.test(request.url)) return 'none';
  return makers.has(operation.key) ? 'makes' : 'changes';
};

/** Whether a request may have changed something: not one that was refused or met a demand; one with a server error or no answer may have. */
export const mayHaveDone = (status: number | undefined, body: Read | undefined): boolean =>
  status === undefined || status >= 500 || (status < 400 && !isDemand(body));

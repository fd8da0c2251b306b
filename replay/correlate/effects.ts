// What a request may do to the things of the API: whatever it names, or only make a new one, or nothing.
import { isDemand, type Read } from '../compare/answers.ts';
import type { Step } from '../plan/steps.ts';

export type Effect = 'none' | 'makes' | 'changes';

/** Asked with POST, and yet no more than a question. */
const questions = new Set(['readCardCredentials']);
/** Make something of their own and leave what they name as it was. */
const makers = new Set(['calculateCardLimits', 'createBeneficiary', 'inviteMember']);

export const effectOf = ({ operation, request }: Step): Effect => {
  if (!operation.changes || operation.ofSession || questions.has(operation.key)) return 'none';
  if (operation.key === 'signPayments' && /[?&]validate=1(?:&|$)/.test(request.url)) return 'none';
  return makers.has(operation.key) ? 'makes' : 'changes';
};

/** What was refused, and what waits for a second factor, has changed nothing; what broke down, or was never answered, may have. */
export const mayHaveDone = (status: number | undefined, body: Read | undefined): boolean =>
  status === undefined || status >= 500 || (status < 400 && !isDemand(body));

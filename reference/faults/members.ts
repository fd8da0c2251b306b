// Faults of members.
import { refused } from '../errors.ts';
import { editing, fieldOf, withFields } from './edits.ts';
import { fault } from './fault.ts';

export const memberFaults = [
  fault('member-role-unchecked', {
    breaks: 'MEM-05',
    does: 'takes any text as a role',
    around: {
      inviteMember: (next, call) =>
        next(typeof fieldOf(call, 'role') === 'string' ? withFields(call, { role: 'viewOnly' }) : call),
    },
  }),
  fault('member-expiry-null-refused', {
    breaks: 'MEM-07',
    does: 'refuses an invitation whose expiredAt is null',
    around: {
      inviteMember: (next, call) =>
        fieldOf(call, 'expiredAt') === null ? refused(400, 'expiredAt must be an integer.') : next(call),
    },
  }),
  fault('member-sign-token-unchecked', {
    breaks: 'MEM-11',
    does: 'takes any sign token with an invitation',
    around: {
      inviteMember: (next, call, { tokens }) =>
        next(
          fieldOf(call, 'signToken') ? withFields(call, { signToken: tokens.issue('sign', call.user!).token }) : call,
        ),
    },
  }),
  fault('member-message-missing', {
    breaks: 'MEM-01',
    does: 'answers an invitation without a message',
    around: {
      inviteMember: editing((body) => {
        delete body.message;
      }),
    },
  }),
];

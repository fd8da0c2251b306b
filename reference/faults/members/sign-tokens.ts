// Faults of the sign token of an invitation.
import { fieldOf, withSignToken } from '../edits.ts';
import { fault } from '../fault.ts';

export const signTokens = [
  fault('member-empty-sign-token', {
    breaks: 'MEM-11',
    does: 'takes an empty sign token in a form for the right one',
    around: {
      inviteMember: (next, call, { tokens }) =>
        next(
          call.body.kind === 'object' && call.body.as === 'form' && fieldOf(call, 'signToken') === ''
            ? withSignToken(call, tokens)
            : call,
        ),
    },
  }),
  fault('member-sign-token-unchecked', {
    breaks: 'MEM-11',
    does: 'takes any sign token with an invitation',
    around: {
      inviteMember: (next, call, { tokens }) => next(fieldOf(call, 'signToken') ? withSignToken(call, tokens) : call),
    },
  }),
  fault('member-sign-token-compared-loosely', {
    breaks: 'MEM-11',
    does: 'takes true for the sign token of an invitation',
    around: {
      inviteMember: (next, call, { tokens }) =>
        next(fieldOf(call, 'signToken') === true ? withSignToken(call, tokens) : call),
    },
  }),
  fault('member-demand-for-sign-token', {
    breaks: 'MEM-11',
    does: 'takes what demanded the second factor for the sign token of an invitation',
    around: {
      inviteMember: (next, call, { tokens }) => {
        const isDemand = tokens.owner('mfa', String(fieldOf(call, 'signToken') ?? '')) !== undefined;
        return next(isDemand ? withSignToken(call, tokens) : call);
      },
    },
  }),
  fault('member-web-socket-token-for-sign-token', {
    breaks: 'MEM-11',
    does: 'takes a WebSocket token for the sign token of an invitation',
    around: {
      inviteMember: (next, call, { tokens }) => {
        const isOwn = tokens.owner('webSocket', String(fieldOf(call, 'signToken') ?? '')) === call.user;
        return next(isOwn ? withSignToken(call, tokens) : call);
      },
    },
  }),
  fault('member-sign-token-of-anybody', {
    breaks: 'MEM-11',
    does: 'takes the sign token of any user with an invitation',
    around: {
      inviteMember: (next, call, { tokens }) => {
        const isSomebodys = tokens.owner('sign', String(fieldOf(call, 'signToken') ?? '')) !== undefined;
        return next(isSomebodys ? withSignToken(call, tokens) : call);
      },
    },
  }),
  fault('member-form-needs-no-sign-token', {
    breaks: 'MEM-11',
    does: 'asks for no sign token where an invitation comes in a form',
    around: {
      inviteMember: (next, call, { tokens }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const isLeftOut = fieldOf(call, 'signToken') === undefined;
        return next(isForm && isLeftOut ? withSignToken(call, tokens) : call);
      },
    },
  }),
];

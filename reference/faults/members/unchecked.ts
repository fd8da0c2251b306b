// Faults of fields of an invitation that are not checked.
import { refused } from '../../errors.ts';
import { fieldOf, withFields, without, withQuery } from '../edits.ts';
import { fault } from '../fault.ts';

export const roles = [
  fault('member-role-unchecked', {
    breaks: 'MEM-05',
    does: 'takes any text as a role',
    around: {
      inviteMember: (next, call) =>
        next(typeof fieldOf(call, 'role') === 'string' ? withFields(call, { role: 'viewOnly' }) : call),
    },
  }),
  fault('member-role-admin-taken', {
    breaks: 'MEM-05',
    does: 'takes admin for a role',
    around: {
      inviteMember: (next, call) =>
        next(fieldOf(call, 'role') === 'admin' ? withFields(call, { role: 'fullAccess' }) : call),
    },
  }),
  fault('member-role-by-ordinal', {
    breaks: 'MEM-05',
    does: 'takes the digit 1 for the second of the roles',
    around: {
      inviteMember: (next, call) =>
        next(fieldOf(call, 'role') === '1' ? withFields(call, { role: 'partialAccess' }) : call),
    },
  }),
  fault('member-role-compared-loosely', {
    breaks: 'MEM-05',
    does: 'takes true for a role, which equals any text where types are converted',
    around: {
      inviteMember: (next, call) =>
        next(fieldOf(call, 'role') === true ? withFields(call, { role: 'viewOnly' }) : call),
    },
  }),
  fault('member-form-list-of-one-refused', {
    breaks: 'PAR-26',
    does: 'refuses a walletAccess of one wallet that was sent in a form',
    around: {
      inviteMember: (next, call) => {
        const wallets = fieldOf(call, 'walletAccess');
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const isOne = typeof wallets === 'string' || (Array.isArray(wallets) && wallets.length === 1);
        return isForm && isOne ? refused(400, 'walletAccess must be a list.') : next(call);
      },
    },
  }),
  fault('member-wallet-converted', {
    breaks: 'ERR-26',
    does: 'takes the UUID of one wallet for a list of it in an invitation in JSON',
    around: {
      inviteMember: (next, call) => {
        const wallet = fieldOf(call, 'walletAccess');
        return next(typeof wallet === 'string' ? withFields(call, { walletAccess: [wallet] }) : call);
      },
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
];

export const otherFields = [
  fault('member-expiry-negative', {
    breaks: 'MEM-09',
    does: 'takes an expiredAt of -1 for never',
    around: {
      inviteMember: (next, call) =>
        next(Number(fieldOf(call, 'expiredAt')) === -1 ? withFields(call, { expiredAt: null }) : call),
    },
  }),
  fault('member-expiry-by-first-digits', {
    breaks: 'MEM-09',
    does: 'takes the digits at the beginning of an expiredAt, whatever comes behind them',
    around: {
      inviteMember: (next, call) => {
        const value = fieldOf(call, 'expiredAt');
        const isCut = typeof value === 'string' && /^\d+[a-z]/.test(value);
        return next(isCut ? withFields(call, { expiredAt: Number.parseInt(value, 10) }) : call);
      },
    },
  }),
  fault('member-expiry-in-list', {
    breaks: 'MEM-09',
    does: 'takes a list of one for the expiredAt that is in it',
    around: {
      inviteMember: (next, call) => {
        const value = fieldOf(call, 'expiredAt');
        return next(Array.isArray(value) && value.length === 1 ? withFields(call, { expiredAt: value[0] }) : call);
      },
    },
  }),
  fault('member-phone-object', {
    breaks: 'MEM-13',
    does: 'takes an object for a phone',
    around: {
      inviteMember: (next, call) => {
        const phone = fieldOf(call, 'phone');
        return next(typeof phone === 'object' && phone ? withFields(call, { phone: JSON.stringify(phone) }) : call);
      },
    },
  }),
  fault('member-flag-lenient', {
    breaks: 'MEM-14',
    does: 'takes any value of the query parameter for 0',
    around: {
      inviteMember: (next, call, { settings: { names } }) =>
        next(call.query[names.memberFlag] === '1' ? call : withQuery(call, names.memberFlag, '0')),
    },
  }),
  fault('member-flag-lenient-in-forms', {
    breaks: 'MEM-14',
    does: 'takes any value of the query parameter for 0 where the invitation is a form',
    around: {
      inviteMember: (next, call, { settings: { names } }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return next(isForm && call.query[names.memberFlag] !== '1' ? without(call, names.memberFlag) : call);
      },
    },
  }),
  fault('member-flag-zero-refused-in-forms', {
    breaks: 'MEM-14',
    does: 'refuses 0 in the query parameter where the invitation is a form',
    around: {
      inviteMember: (next, call, { settings: { names, validationStatus } }) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        const isZero = isForm && call.query[names.memberFlag] === '0';
        return isZero ? refused(validationStatus, 'The parameter must be true or false.') : next(call);
      },
    },
  }),
  fault('member-name-optional', {
    breaks: 'MEM-15',
    does: 'invites somebody without a name',
    around: {
      inviteMember: (next, call) =>
        next(fieldOf(call, 'name') === undefined ? withFields(call, { name: 'Nameless' }) : call),
    },
  }),
];

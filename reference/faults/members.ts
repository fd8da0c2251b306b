// Faults of members.
import { refused } from '../errors.ts';
import { edited, editing, fieldOf, type Loose, withFields, without, withQuery } from './edits.ts';
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
  fault('member-empty-sign-token', {
    breaks: 'MEM-11',
    does: 'takes an empty sign token in a form for the right one',
    around: {
      inviteMember: (next, call, { tokens }) =>
        next(
          call.body.kind === 'object' && call.body.as === 'form' && fieldOf(call, 'signToken') === ''
            ? withFields(call, { signToken: tokens.issue('sign', call.user!).token })
            : call,
        ),
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
  fault('member-sign-token-compared-loosely', {
    breaks: 'MEM-11',
    does: 'takes true for the sign token of an invitation',
    around: {
      inviteMember: (next, call, { tokens }) =>
        next(
          fieldOf(call, 'signToken') === true
            ? withFields(call, { signToken: tokens.issue('sign', call.user!).token })
            : call,
        ),
    },
  }),
  fault('member-demand-for-sign-token', {
    breaks: 'MEM-11',
    does: 'takes what demanded the second factor for the sign token of an invitation',
    around: {
      inviteMember: (next, call, { tokens }) => {
        const isDemand = tokens.owner('mfa', String(fieldOf(call, 'signToken') ?? '')) !== undefined;
        return next(isDemand ? withFields(call, { signToken: tokens.issue('sign', call.user!).token }) : call);
      },
    },
  }),
  fault('member-web-socket-token-for-sign-token', {
    breaks: 'MEM-11',
    does: 'takes a WebSocket token for the sign token of an invitation',
    around: {
      inviteMember: (next, call, { tokens }) => {
        const isOwn = tokens.owner('webSocket', String(fieldOf(call, 'signToken') ?? '')) === call.user;
        return next(isOwn ? withFields(call, { signToken: tokens.issue('sign', call.user!).token }) : call);
      },
    },
  }),
  fault('member-sign-token-of-anybody', {
    breaks: 'MEM-11',
    does: 'takes the sign token of any user with an invitation',
    around: {
      inviteMember: (next, call, { tokens }) => {
        const isSomebodys = tokens.owner('sign', String(fieldOf(call, 'signToken') ?? '')) !== undefined;
        return next(isSomebodys ? withFields(call, { signToken: tokens.issue('sign', call.user!).token }) : call);
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
        return next(
          isForm && isLeftOut ? withFields(call, { signToken: tokens.issue('sign', call.user!).token }) : call,
        );
      },
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
  fault('member-form-status', {
    breaks: 'MEM-01',
    does: 'answers an invitation by a form with success in lower case',
    around: {
      inviteMember: async (next, call) =>
        edited(await next(call), (body) => {
          const isForm = call.body.kind === 'object' && call.body.as === 'form';
          if (isForm && body.status === 'SUCCESS') body.status = 'success';
        }),
    },
  }),
  fault('member-beta-refused', {
    breaks: 'MEM-04',
    does: 'refuses the role fullAccessBeta',
    around: {
      inviteMember: (next, call) =>
        fieldOf(call, 'role') === 'fullAccessBeta' ? refused(400, 'There is no such role.') : next(call),
    },
  }),
  fault('member-role-of-least-power-refused', {
    breaks: 'MEM-04',
    does: 'refuses the role viewOnly',
    around: {
      inviteMember: (next, call) =>
        fieldOf(call, 'role') === 'viewOnly' ? refused(400, 'There is no such role.') : next(call),
    },
  }),
  fault('member-wallets-filtered', {
    breaks: 'MEM-06',
    does: 'leaves out of walletAccess what is no text',
    around: {
      inviteMember: (next, call) => {
        const wallets = fieldOf(call, 'walletAccess');
        const isList = Array.isArray(wallets);
        return next(
          isList ? withFields(call, { walletAccess: wallets.filter((one) => typeof one === 'string') }) : call,
        );
      },
    },
  }),
  fault('member-wallets-skipped-in-forms', {
    breaks: 'MEM-06',
    does: 'leaves out of a walletAccess in a form what is no UUID',
    around: {
      inviteMember: (next, call) => {
        const wallets = fieldOf(call, 'walletAccess');
        const isForm = `${call.headers['content-type']}`.includes('form') && Array.isArray(wallets);
        return next(
          isForm ? withFields(call, { walletAccess: wallets.filter((one) => /^[\da-f-]{36}$/i.test(one)) }) : call,
        );
      },
    },
  }),
  fault('member-wallets-by-number', {
    breaks: 'MEM-06',
    does: 'knows the wallets of an invitation by their numbers as well',
    around: {
      inviteMember: (next, call, { data }) => {
        const wallets = fieldOf(call, 'walletAccess');
        const { wallets: own } = data.accounts.get(call.user!.name)!;
        const byNumber = (entry: unknown) => own.find(({ id }) => String(id) === String(entry))?.uuid ?? entry;
        return next(Array.isArray(wallets) ? withFields(call, { walletAccess: wallets.map(byNumber) }) : call);
      },
    },
  }),
  fault('member-expiry-zero-refused', {
    breaks: 'MEM-07',
    does: 'refuses an invitation whose expiredAt is 0',
    around: {
      inviteMember: (next, call) =>
        Number(fieldOf(call, 'expiredAt') ?? 1) === 0 ? refused(400, 'expiredAt must be above 0.') : next(call),
    },
  }),
  fault('member-expiry-of-32-bits', {
    breaks: 'MEM-07',
    does: 'refuses an invitation that ends when its seconds are more than 31 bits hold',
    around: {
      inviteMember: (next, call) =>
        Number(fieldOf(call, 'expiredAt') ?? 0) >= 2 ** 31 ? refused(400, 'expiredAt is too large.') : next(call),
    },
  }),
  fault('member-expiry-in-forms-refused', {
    breaks: 'MEM-07',
    does: 'refuses an invitation with an expiredAt in a form',
    around: {
      inviteMember: (next, call) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return isForm && fieldOf(call, 'expiredAt') !== undefined
          ? refused(400, 'expiredAt must be an integer.')
          : next(call);
      },
    },
  }),
  fault('member-expiry-of-32-bits-in-forms', {
    breaks: 'MEM-07',
    does: 'refuses an invitation in a form that ends when its seconds are more than 31 bits hold',
    around: {
      inviteMember: (next, call) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return isForm && Number(fieldOf(call, 'expiredAt') ?? 0) >= 2 ** 31
          ? refused(400, 'expiredAt is too large.')
          : next(call);
      },
    },
  }),
  fault('member-invited-again', {
    breaks: 'ERR-01',
    does: 'fails when somebody is invited whom the same user invited before',
    around: {
      inviteMember: async (next, call, { notes }) => {
        const answer = await next(call);
        const key = `${call.user?.name} invited ${fieldOf(call, 'email')}`;
        if ((answer.body as Loose).status !== 'SUCCESS') return answer;
        if (notes.has(key)) return refused(500, 'Something went wrong.');
        notes.set(key, true);
        return answer;
      },
    },
  }),
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

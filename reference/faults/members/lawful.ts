// Faults in how lawful invitations are handled: refused, done in part, answered otherwise.
import { refused } from '../../errors.ts';
import { edited, editing, fieldOf, type Loose, withFields } from '../edits.ts';
import { fault } from '../fault.ts';

export const lawful = [
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
  fault('member-of-two-wallets-refused', {
    breaks: 'MEM-01',
    does: 'refuses an invitation to more than one wallet',
    around: {
      inviteMember: (next, call) => {
        const wallets = fieldOf(call, 'walletAccess');
        return new Set(Array.isArray(wallets) ? wallets : []).size > 1
          ? refused(400, 'One wallet is expected.')
          : next(call);
      },
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
];

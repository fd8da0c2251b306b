// Members: an invitation to share the account.
import { randomUUID } from 'node:crypto';
import { refused } from '../errors.ts';
import type { Answer, Body, Call, Operations } from '../http/call.ts';
import type { Service } from '../service-state.ts';
import { checkSignToken, fieldsOf, isFlag, success, unreadable } from './answers.ts';
import { isUuid } from './payments.ts';

const roles = ['fullAccess', 'partialAccess', 'viewOnly', 'fullAccessBeta'];
const mail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const integer = /^-?\d{1,15}$/;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** A form has neither null nor numbers: an empty expiredAt means never, and digits are read as a number. */
const expiryOf = (value: unknown, isForm: boolean): unknown => {
  if (!isForm || typeof value !== 'string') return value ?? null;
  if (value === '') return null;
  return integer.test(value) ? Number(value) : value;
};

const isExpiry = (value: unknown): boolean => value === null || (Number.isSafeInteger(value) && (value as number) >= 0);

/** In a form a single wallet may stand alone, and several may be one text with commas. */
const walletsOf = (value: unknown, isForm: boolean): unknown =>
  isForm && typeof value === 'string' ? value.split(',') : value;

const problemOf = (fields: Body, isForm: boolean, owns: (wallet: string) => boolean): string | undefined => {
  const wallets = walletsOf(fields.walletAccess, isForm);
  if (!isText(fields.email) || !mail.test(fields.email)) return 'email must be a mail address.';
  if (!isText(fields.phone)) return 'phone must be text.';
  if (!isText(fields.name)) return 'name must be text.';
  if (!roles.includes(fields.role as string)) return `role must be one of ${roles.join(', ')}.`;
  if (!Array.isArray(wallets) || !wallets.every(isUuid)) return 'walletAccess must be a list of wallet UUIDs.';
  if (!wallets.every(owns)) return 'walletAccess names a wallet that is not yours.';
  if (!isExpiry(expiryOf(fields.expiredAt, isForm))) return 'expiredAt must be null or an integer of 0 or above.';
  return undefined;
};

export const members = (service: Service): Operations => {
  const { settings } = service;

  return {
    inviteMember(call: Call): Answer {
      const user = call.user!;
      const bad = unreadable(call.body);
      if (bad) return bad;
      const flag = call.query[settings.names.memberFlag];
      if (flag !== undefined && !isFlag(flag, 'text')) {
        return refused(settings.validationStatus, `${settings.names.memberFlag} must be 0 or 1.`);
      }
      const fields = fieldsOf(call.body);
      const isForm = call.body.kind === 'object' && call.body.as === 'form';
      const wallets = new Set(service.data.accounts.get(user.name)!.wallets.map(({ uuid }) => uuid));
      const problem = problemOf(fields, isForm, (wallet) => wallets.has(wallet.toLowerCase()));
      if (problem !== undefined) return refused(settings.validationStatus, problem);
      const check = checkSignToken(service, user, fields.signToken);
      if (check.kind === 'refused') return check.answer;
      if (flag === '1') return success(service, call, { status: 'SUCCESS', message: 'This can be sent.', data: {} });
      check.spend();
      const uuid = randomUUID();
      service.emit(user, 'v1.member.invite', { uuid });
      return success(service, call, { status: 'SUCCESS', message: 'The invitation is on its way.', data: { uuid } });
    },
  };
};

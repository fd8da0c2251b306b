// Answers that several operations share: success in the status chosen for it, a body that cannot be used, a demand for a second
// factor.

import { mfaRequired, refused } from '../errors.ts';
import type { Answer, Body, Call, Reading } from '../http/call.ts';
import type { Service } from '../service-state.ts';
import type { User } from '../users.ts';

export const success = ({ settings }: Service, { operation }: Call, body: unknown): Answer => ({
  status: settings.statuses[operation] ?? 200,
  body,
});

/** The fields of a readable body; an absent body has none. */
export const fieldsOf = (body: Reading): Body => (body.kind === 'object' ? body.value : {});

/** The refusal of a body that cannot be read. */
export const unreadable = (body: Reading): Answer | undefined =>
  body.kind === 'unreadable' ? refused(body.status, body.message) : undefined;

/** Whether it is 0 or 1: text in a query or a form, a number in JSON. */
export const isFlag = (value: unknown, as: 'text' | 'number'): boolean =>
  as === 'text' ? value === '0' || value === '1' : value === 0 || value === 1;

/** An mfaToken that claims the id of its request. */
export const claiming = (requestId: string): string =>
  [{ alg: 'none' }, { requestId }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('')
    .join('.');

export const demandMfa = ({ settings, tokens }: Service, user: User): Answer => {
  const { token } = tokens.issue('mfa', user);
  return mfaRequired(settings.mfaStatus, settings.mfaTokens === 'same' ? token : claiming(token));
};

type SignTokenCheck = { readonly kind: 'valid'; spend(): void } | { readonly kind: 'refused'; answer: Answer };

/** Where a sign token is needed: without one MFA is demanded, and one that is not this user's is refused. */
export const checkSignToken = (service: Service, user: User, given: unknown): SignTokenCheck => {
  if (given === undefined || given === null || given === '')
    return { kind: 'refused', answer: demandMfa(service, user) };
  if (typeof given !== 'string' || service.tokens.owner('sign', given) !== user) {
    return { kind: 'refused', answer: refused(403, 'The sign token is not valid.') };
  }
  return { kind: 'valid', spend: () => spendSignToken(service, given) };
};

export const spendSignToken = ({ settings, tokens }: Service, token: string): void => {
  if (settings.signTokens === 'single use') tokens.spend('sign', token);
};

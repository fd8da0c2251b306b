// The second factor: the right code turns an MFA request into a sign token.

import { misplaced, refused } from '../errors.ts';
import type { Operations } from '../http/call.ts';
import type { Service } from '../service-state.ts';
import { isTotp } from '../totp.ts';
import type { User } from '../users.ts';
import { fieldsOf, success, unreadable } from './answers.ts';

const longestCode = 6;

const codeProblem = (code: unknown): string | undefined => {
  if (typeof code !== 'string') return 'A code is required, as text.';
  return [...code].length > longestCode ? `At most ${longestCode} characters.` : undefined;
};

export const mfa = (service: Service): Operations => {
  const isRight = (type: string, code: string, user: User): boolean =>
    type === 'sms' ? code === user.smsCode : isTotp(user.totpSecret, code, service.clock());

  return {
    confirmMfa(call) {
      const user = call.user!;
      const { type = '', requestId = '' } = call.parameters;
      if (type !== 'sms' && type !== 'google') return refused(404, 'There is no such kind of confirmation.');
      if (service.tokens.owner('mfa', requestId) !== user) return refused(404, 'There is no such MFA request.');
      const bad = unreadable(call.body);
      if (bad) return bad;
      const { code } = fieldsOf(call.body);
      const problem = codeProblem(code);
      if (problem !== undefined) return misplaced(service.settings.validationStatus, { body: { code: problem } });
      if (!isRight(type, code as string, user)) return refused(403, 'The code is not right.');
      service.tokens.spend('mfa', requestId);
      return success(service, call, {
        status: 'SUCCESS',
        data: { signToken: service.tokens.issue('sign', user).token },
      });
    },
  };
};

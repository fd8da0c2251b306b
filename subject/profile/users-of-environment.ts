// The users of a target without a profile, as environment variables name them.

import type { Environment } from './references.ts';
import type { components } from './types.ts';

type UsersDocument = NonNullable<components['schemas']['Profile']['users']>;
type Code = components['schemas']['mfa']['code'];

export function usersOfEnvironment(env: Environment): UsersDocument {
  const credentials = (prefix: string) => {
    const username = env[`${prefix}_USERNAME`];
    const password = env[`${prefix}_PASSWORD`];
    const fingerprint = env[`${prefix}_FINGERPRINT`] || env.ASSAY_FINGERPRINT;
    return username && password ? { username, password, ...(fingerprint && { fingerprint }) } : undefined;
  };
  const full = credentials('ASSAY');
  const mfa = credentials('ASSAY_MFA');
  const second = credentials('ASSAY_SECOND');
  const restricted = credentials('ASSAY_RESTRICTED');
  const code = codeOf(env);
  const type = env.ASSAY_MFA_TYPE === 'google' ? 'google' : 'sms';
  return {
    ...(full && { full }),
    ...(mfa && code && { mfa: { ...mfa, mfa: { type, code } } }),
    ...(second && { second }),
    ...(restricted && { restricted }),
  };
}

function codeOf(env: Environment): Code | undefined {
  if (env.ASSAY_MFA_TOTP) return { totp: env.ASSAY_MFA_TOTP };
  return env.ASSAY_MFA_CODE ? { fixed: env.ASSAY_MFA_CODE } : undefined;
}

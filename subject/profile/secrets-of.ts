// The secret values that a profile holds, so that they can be masked wherever they turn up.
import type { Profile, User } from './profile.ts';

export const secretsOf = (profile: Profile): readonly string[] =>
  Object.values(profile.users).flatMap((user: User | undefined) => (user ? secretsOfUser(user) : []));

function secretsOfUser({ username, password, mfa }: User): readonly string[] {
  const basic = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
  const code = mfa?.code;
  const source = code?.kind === 'totp' ? [code.secret] : code?.kind === 'fixed' ? [code.code] : [];
  return [password, basic, ...source];
}

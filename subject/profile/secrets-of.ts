// The secrets that a profile holds or sends, for redaction: values, headers, and what the profile itself declares as secret.

import { decodedOrRaw } from '../../contract/text/percent.ts';
import type { RedactionOptions } from '../../exchange/redaction/redaction.ts';
import { isUnmistakable, isUsualHeader } from '../../exchange/redaction/rules/own-headers.ts';
import { tellingOf } from '../../exchange/redaction/rules/telling-names.ts';
import type { Profile, User } from './profile.ts';

type Secrecy = Pick<RedactionOptions, 'known' | 'headers' | 'names' | 'paths' | 'patterns' | 'basePath'>;

/** How exchanges with this target are to be redacted. */
export const redactionOf = (profile: Profile): Secrecy => ({
  ...profile.redaction,
  known: secretsOf(profile),
  headers: Object.keys(profile.headers).filter((name) => !isUsualHeader(name)),
  basePath: profile.basePath,
});

/** Values that are replaced wherever they stand. */
const secretsOf = ({ users, headers, proxy, tls, open }: Profile): readonly string[] => [
  ...Object.values(users).flatMap((user: User | undefined) => (user ? ofUser(user) : [])),
  ...Object.entries(headers).flatMap(([name, value]) => ofHeader(name, value)),
  ...(proxy === undefined ? [] : ofAddress(proxy)),
  ...(tls.key === undefined ? [] : ofKey(tls.key)),
  ...Object.values(open.bodies).flatMap((body) => (body.kind === 'declared' ? namedIn(body.value) : [])),
];

function ofUser({ username, password, fingerprint, mfa }: User): string[] {
  const basic = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
  const { code, requestId } = mfa ?? {};
  const source = code?.kind === 'totp' ? [code.secret] : code?.kind === 'fixed' ? [code.code] : [];
  const told = code?.kind === 'command' ? code.command : [];
  const given = typeof requestId === 'object' && 'given' in requestId ? [requestId.given] : [];
  return [password, basic, ...source, ...[username, fingerprint, ...told, ...given].filter(isUnmistakable)];
}

/** The header itself is always redacted. Its value is replaced elsewhere only if it is unlikely to stand there by chance. */
function ofHeader(name: string, value: string): string[] {
  if (isUsualHeader(name)) return [];
  const [, scheme = '', credentials = value] = /^(basic|bearer|token|apikey)\s+(.+)$/i.exec(value.trim()) ?? [];
  const isCredential = scheme !== '' || tellingOf(name) !== undefined || /authorization$|^cookie$/i.test(name);
  const basic = /^basic$/i.test(scheme) ? passwordIn(credentials) : [];
  return isCredential || isUnmistakable(value) ? [credentials, ...basic] : [];
}

const passwordIn = (basic: string): string[] => {
  const [, ...password] = Buffer.from(basic, 'base64').toString().split(':');
  return password.length > 0 ? [password.join(':')] : [];
};

function ofAddress(address: string): string[] {
  const { username, password } = URL.canParse(address) ? new URL(address) : { username: '', password: '' };
  const written = [password, ...(isUnmistakable(username) ? [username] : [])].filter((each) => each !== '');
  return written.flatMap((each) => [each, decodedOrRaw(each)]);
}

/** Line by line, because an answer may quote only a part of the key. */
const ofKey = (pem: string): string[] =>
  pem.split(/\r?\n/).filter((line) => line.length >= 24 && !line.includes('-----'));

/** The texts below names such as `password` in a request body that the profile defines. */
function namedIn(value: unknown, isTold = false): string[] {
  if (typeof value === 'string') return isTold && !/^<\w+>$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => namedIn(member, isTold || tellingOf(name) !== undefined));
}

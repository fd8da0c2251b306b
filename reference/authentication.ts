// Finds the user whose credentials a request carries: a bearer token, or a user name and password.
import type { Call } from './http/call.ts';
import type { Route } from './http/routes.ts';
import type { Tokens } from './tokens.ts';
import type { User } from './users.ts';

const credentials = /^([A-Za-z]+) +([\w.~+/=-]+) *$/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

const userOfBasic = (value: string, users: readonly User[]): User | undefined => {
  if (!base64.test(value)) return undefined;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) return undefined;
  const username = pair.slice(0, colon);
  const password = pair.slice(colon + 1);
  return users.find((user) => user.username === username && user.password === password);
};

export const authenticate = (
  { headers }: Call,
  security: Route['security'],
  tokens: Tokens,
  users: readonly User[],
): User | undefined => {
  const [, scheme = '', value = ''] = credentials.exec(headers.authorization ?? '') ?? [];
  if (scheme.toLowerCase() !== security) return undefined;
  return security === 'bearer' ? tokens.owner('access', value) : userOfBasic(value, users);
};

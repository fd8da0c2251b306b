// Issues tokens and knows their owners: five kinds, each with its own lifetime; no kind is accepted as another.
import { randomBytes } from 'node:crypto';
import type { Settings } from './settings.ts';
import type { User } from './users.ts';

export type TokenKind = keyof Settings['lifetimes'];

export interface Token {
  readonly token: string;
  /** Unix seconds. */
  readonly expiredAt: number;
  /** Seconds. */
  readonly expiresIn: number;
}

export interface Tokens {
  issue(kind: TokenKind, user: User): Token;
  /** The user to whom a live token of this kind was issued. */
  owner(kind: TokenKind, token: string): User | undefined;
  /** Ends a token before it expires. */
  spend(kind: TokenKind, token: string): void;
}

/** The most tokens of one kind that are remembered; with more, the oldest end early. */
const most = 100_000;

const prefixes: Record<TokenKind, string> = { access: 'at', refresh: 'rt', webSocket: 'wt', sign: 'st', mfa: 'mt' };

export const createTokens = (lifetimes: Settings['lifetimes'], clock: () => number): Tokens => {
  const grants = new Map<string, { readonly user: User; readonly until: number }>();
  const issuedByKind: Record<TokenKind, string[]> = { access: [], refresh: [], webSocket: [], sign: [], mfa: [] };

  return {
    issue(kind, user) {
      const token = `${prefixes[kind]}_${randomBytes(24).toString('base64url')}`;
      const expiresIn = lifetimes[kind];
      const expiredAt = Math.floor(clock() / 1000) + expiresIn;
      grants.set(token, { user, until: expiredAt * 1000 });
      const issued = issuedByKind[kind];
      issued.push(token);
      if (issued.length > most) for (const old of issued.splice(0, most / 2)) grants.delete(old);
      return { token, expiredAt, expiresIn };
    },
    owner(kind, token) {
      if (!token.startsWith(`${prefixes[kind]}_`)) return undefined;
      const grant = grants.get(token);
      return grant !== undefined && clock() < grant.until ? grant.user : undefined;
    },
    spend(_kind, token) {
      grants.delete(token);
    },
  };
};

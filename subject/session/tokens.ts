// Reads the tokens of a session from an answer, and when they expire.
import { isFields, textWithin, within } from '../answers.ts';

export interface Tokens {
  readonly access: string;
  readonly refresh?: string;
  /** Milliseconds since 1970; undefined when the answer leaves it open. */
  readonly expiresAt?: number;
}

/** A v3 pair, or the set of the deprecated exchange; undefined when the body is neither. `now` is when it came. */
export function readTokens(body: unknown, now: number): Tokens | undefined {
  const access =
    textWithin(body, 'access', 'token') ?? textWithin(body, 'data', 'accessToken') ?? textWithin(body, 'accessToken');
  if (access === undefined) return undefined;
  const refresh =
    textWithin(body, 'refresh', 'token') ??
    textWithin(body, 'data', 'refreshToken') ??
    textWithin(body, 'refreshToken');
  const expiresAt =
    expiryOf(within(body, 'access', 'expiredAt'), within(body, 'access', 'expiresIn'), now) ?? expiryOfJwt(access);
  return { access, ...(refresh && { refresh }), ...(expiresAt !== undefined && { expiresAt }) };
}

// A smaller number is an instant in seconds; instants after 1973 in milliseconds are greater.
const leastMilliseconds = 1e11;

/**
 * The earlier of the instants that the two members give. An instant in the past is ignored, because clocks may differ. The unit of
 * `expiresIn` is not specified, so of seconds and milliseconds the one is taken that comes nearer to `expiredAt`.
 */
export function expiryOf(expiredAt: unknown, expiresIn: unknown, now: number): number | undefined {
  const absolute = typeof expiredAt === 'number' ? (expiredAt >= leastMilliseconds ? expiredAt : expiredAt * 1000) : 0;
  const left = absolute > now ? absolute - now : Number.POSITIVE_INFINITY;
  const lifetime = typeof expiresIn === 'number' && expiresIn > 0 ? lifetimeOf(expiresIn, left) : left;
  const earliest = now + Math.min(left, lifetime);
  return Number.isFinite(earliest) ? earliest : undefined;
}

function lifetimeOf(expiresIn: number, left: number): number {
  const inSeconds = expiresIn * 1000;
  return Number.isFinite(left) && Math.abs(expiresIn - left) < Math.abs(inSeconds - left) ? expiresIn : inSeconds;
}

function expiryOfJwt(token: string): number | undefined {
  const exp = claimsOf(token)?.exp;
  return typeof exp === 'number' ? exp * 1000 : undefined;
}

/** The claims of a JWT, unverified; undefined when the token is something else. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1]!, 'base64url').toString('utf8'));
    return isFields(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

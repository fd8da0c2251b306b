// The header fields that an answer should have by good practice.
import type { RequirementId } from '../../generated/sentences.ts';
import type { Operation } from '../../operations.ts';
import { header, type WireResponse } from '../../wire.ts';
import type { Notes } from '../finding.ts';

export const practice = {
  authenticate: 'AUTH-18',
  retryAfter: 'RATE-07',
  tokensNotStored: 'SESS-37',
  credentialsNotStored: 'CARD-41',
  deprecation: 'VER-04',
  sunset: 'VER-05',
  notDeprecated: 'VER-06',
} as const satisfies Record<string, RequirementId>;

const carriesTokens = new Set(['login', 'refreshSession', 'issueWebSocketToken', 'exchangeSignToken', 'confirmMfa']);

export function judgeHeaders(response: WireResponse, operation: Operation, notes: Notes): void {
  const { status, headers } = response;
  const said = (name: string) => header(headers, name);
  if (status === 401) {
    notes.check(practice.authenticate, 'header www-authenticate', 'a challenge', absent(said('www-authenticate')));
  }
  if (status === 429) {
    const value = said('retry-after');
    const right = value !== undefined && (/^\d+$/.test(value) || isHttpDate(value));
    notes.check(
      practice.retryAfter,
      'header retry-after',
      'whole seconds or an HTTP date',
      right ? undefined : (value ?? 'none'),
    );
  }
  if (status < 300 && carriesTokens.has(operation.id))
    judgeStorage(practice.tokensNotStored, said('cache-control'), notes);
  if (status < 300 && operation.id === 'readCardCredentials') {
    judgeStorage(practice.credentialsNotStored, said('cache-control'), notes);
  }
  if (status < 300) judgeDeprecation(operation.deprecated, said('deprecation'), said('sunset'), notes);
}

function judgeStorage(requirement: RequirementId, cacheControl: string | undefined, notes: Notes): void {
  const kept = /\bno-store\b/i.test(cacheControl ?? '') ? undefined : (cacheControl ?? 'none');
  notes.check(requirement, 'header cache-control', 'no-store', kept);
}

function judgeDeprecation(
  deprecated: boolean,
  deprecation: string | undefined,
  sunset: string | undefined,
  notes: Notes,
): void {
  const at = 'header deprecation';
  if (!deprecated) {
    notes.check(practice.notDeprecated, at, 'none on an operation that is not deprecated', deprecation);
    return;
  }
  const since = /^@(-?\d+)$/.exec(deprecation ?? '')?.[1];
  notes.check(
    practice.deprecation,
    at,
    '@ and Unix seconds',
    since === undefined ? (deprecation ?? 'none') : undefined,
  );
  if (sunset === undefined) return;
  const ends = isHttpDate(sunset) ? Date.parse(sunset) : undefined;
  const lawful = ends !== undefined && (since === undefined || ends >= Number(since) * 1000);
  notes.check(practice.sunset, 'header sunset', 'an HTTP date not before the deprecation', lawful ? undefined : sunset);
}

const absent = (value: string | undefined): string | undefined => (value === undefined ? 'none' : undefined);

const isHttpDate = (text: string): boolean =>
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/.test(
    text,
  );

// Header fields that are odd but valid. Left out are fields that ask for another answer (ranges, conditions, other hosts or origins, method
// overrides) and those that firewalls look for.
import { type Headers, header } from '../../../contract/wire.ts';
import type { Check } from '../../../harness/declare/check.ts';

const field = (name: string, ...values: readonly string[]): Headers => values.map((value) => [name, value] as const);

export const oddHeaders: readonly Headers[] = [
  ...['application/x-assay', '*/*;q=0', ';;q=x', 'application/json;q=9', 'json', '', '*', 'a/b, '.repeat(200)].map(
    (value) => field('accept', value),
  ),
  field('accept', 'application/json', 'application/x-assay'),
  ...['xx-assay', '*;q=0', ';q', '-'.repeat(300), ''].map((value) => field('accept-language', value)),
  ...['x-assay', 'identity;q=0, *;q=0', ';q=1', 'gzip;q=x'].map((value) => field('accept-encoding', value)),
  field('accept-charset', 'x-assay'),
  ...['a', '=', ';;;', 'toString=1', `a=${'b'.repeat(3000)}`, 'a="', 'session=%00'].map((value) =>
    field('cookie', value),
  ),
  ...['unknown', '999.999.999.999', "'", '::1, 10.0.0.1', 'a'.repeat(2000)].map((value) =>
    field('x-forwarded-for', value),
  ),
  field('forwarded', 'for="_gazonk";by=;;proto=x'),
  field('referer', 'not an address'),
  field('user-agent', ''),
  field('x-request-id', 'a'.repeat(4000)),
  field('traceparent', 'not-a-trace'),
  field('te', 'trailers'),
  field('dnt', 'maybe'),
  field('x-assay', ...Array.from({ length: 40 }, (_, index) => String(index))),
  field('content-type', 'application/json'),
  field('content-type', ';'),
  field('x-api-version', '-1'),
];

/** Tokens of no user: beyond ASCII, of three parts that are no JSON, without any claim, and long. */
export const oddTokens: readonly string[] = ['\u00e9', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', 'a'.repeat(6000)].map(
  (token) => `Bearer ${token}`,
);

export const anyType = field('accept', '*/*');

/** Headers that browsers and similar clients send with every request. */
export const codings = field('accept-encoding', 'gzip, deflate, br');
export const languages = field('accept-language', 'de-DE, tr;q=0.8, de;q=0.5');

/** Headers that every operation may read before its own work. */
export const fewHeaders: readonly Headers[] = [
  [...field('x-forwarded-for', 'unknown'), ...codings],
  [...field('user-agent', ''), ...languages],
  field('accept-language', ';q'),
];

/** Without the fields that the profile declares, because a gateway may need its values. */
export function leftOpen({ profile }: Pick<Check, 'profile'>, all: readonly Headers[]): readonly Headers[] {
  const declared = Object.entries(profile.headers);
  return all.filter((fields) => fields.every(([name]) => header(declared, name) === undefined));
}

/** Longer than servers commonly read. */
export const longHeaders: readonly Headers[] = [9_000, 17_000, 66_000].map((length) =>
  field('x-assay', 'a'.repeat(length)),
);

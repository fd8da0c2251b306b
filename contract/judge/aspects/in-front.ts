// Answers that HTTP or a router may give before the operation is reached. No row of the specification describes them.
import { dereferenced } from '../../document.ts';
import type { Match } from '../../operations.ts';
import { header, type WireRequest, type WireResponse } from '../../wire.ts';

/** An interim answer, a 304 to a condition, or a redirect to the same path. */
export const isInFront = (request: WireRequest, response: WireResponse): boolean =>
  isInterim(response) || isUnmodified(request, response) || leadsToTheSamePath(request, response);

/** 101 is not one of them, because no request asks for another protocol. */
const isInterim = ({ status }: WireResponse): boolean => status < 200 && status !== 101;

const conditions = ['if-none-match', 'if-modified-since'];

const isUnmodified = ({ headers }: WireRequest, { status }: WireResponse): boolean =>
  status === 304 && conditions.some((name) => header(headers, name) !== undefined);

const redirects: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/** A redirect to another scheme, host or port, or to the path with or without a slash at the end. */
function leadsToTheSamePath({ url }: WireRequest, { status, headers }: WireResponse): boolean {
  const location = header(headers, 'location');
  if (!redirects.has(status) || location === undefined || !URL.canParse(location, url)) return false;
  const [from, to] = [new URL(url), new URL(location, url)];
  return withoutSlash(from.pathname) === withoutSlash(to.pathname) && placeOf(from) !== placeOf(to);
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

const placeOf = ({ origin, pathname }: URL): string => origin + pathname;

/**
 * A router may have routes only for the listed values, such as the two types of a second factor. A path with another value then belongs to no
 * operation, and its 404 is the framework's own.
 */
export const isOfNoRoute = ({ operation, parameters }: Match, { status }: WireResponse): boolean =>
  status === 404 &&
  operation.parameters.some(({ name, in: place, schema }) => {
    const { enum: values } = dereferenced<{ readonly enum?: readonly unknown[] }>(schema);
    return place === 'path' && values?.includes(parameters[name]) === false;
  });

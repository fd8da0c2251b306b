// Selects the exchanges that are recorded: by path, and by a share of the connections or callers.
import { createHash } from 'node:crypto';
import { header } from '../contract/wire.ts';
import { pathPattern } from '../exchange/path-pattern.ts';
import { readHttpHead } from '../exchange/traffic/http-message.ts';
import type { RawExchange } from './capture.ts';

export interface Selection {
  /** Beginnings of paths below the upstream's own, or patterns with `*`. */
  readonly paths?: readonly string[];
  /** Above 0, at most 1. */
  readonly share?: number;
  /** The header that identifies the caller. All or none of a caller's requests are recorded; without it, of a connection's. */
  readonly shareBy?: string;
}

type Chosen = (exchange: RawExchange) => boolean;

export const createSelection = ({ paths, share = 1, shareBy }: Selection, basePath: string): Chosen => {
  if (paths === undefined && share >= 1) return () => true;
  const patterns = paths?.map(pathPattern);
  const isWanted = (head: RequestHead) =>
    patterns === undefined || patterns.some((pattern) => pattern.test(pathOf(head, basePath)));
  const isSampled = (head: RequestHead, connection: string) =>
    share >= 1 || lot((shareBy && header(head.headers, shareBy)) ?? connection) < share;
  return ({ requestHead, connection }) => {
    const head = readHttpHead(requestHead);
    return isWanted(head) && isSampled(head, connection);
  };
};

/** What the selection says of itself in the head of the file. */
export const inWords = ({ paths, share = 1, shareBy }: Selection): string | undefined =>
  [
    ...(paths ? [`paths ${paths.join(', ')}`] : []),
    ...(share < 1 ? [`${share * 100} % of the ${shareBy ? `values of ${shareBy}` : 'connections'}`] : []),
  ].join('; ') || undefined;

type RequestHead = ReturnType<typeof readHttpHead>;

const pathOf = ({ first }: RequestHead, basePath: string): string => {
  const path = (first.split(' ')[1] ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith(basePath) ? path.slice(basePath.length) : path;
};

/** The same text always draws the same number from 0 to 1, on every machine. */
const lot = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;

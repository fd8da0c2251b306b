// Finds where the API begins in the addresses of a recording, because traffic of a browser goes to other hosts too.
import { operationOf } from '../../contract/operations.ts';

const version = /^(https?:\/\/[^/?#]*)((?:\/[^?#]*?)?)(\/v\d+(?:\/[^?#]*)?)(?:[?#]|$)/i;
const mostBases = 1000;

/** The address in front of `/v1`, when what follows is an operation of the contract. */
const baseOf = (method: string, url: string): string | undefined => {
  const [, origin, prefix, rest] = version.exec(url) ?? [];
  if (origin === undefined || rest === undefined) return undefined;
  return operationOf(method, rest) === undefined ? undefined : origin + (prefix ?? '');
};

/** Counts the bases of requests. */
export const createBases = () => {
  const counts = new Map<string, number>();
  return {
    see(method: string, url: string): void {
      const base = baseOf(method, url);
      if (base !== undefined && (counts.has(base) || counts.size < mostBases))
        counts.set(base, (counts.get(base) ?? 0) + 1);
    },
    /** The most frequent one first. */
    found: (): readonly string[] => [...counts].sort(([, one], [, other]) => other - one).map(([base]) => base),
  };
};

/** The path behind the base, or undefined for a request to elsewhere. */
export const behind = (url: string, bases: readonly string[]): string | undefined => {
  for (const base of bases) {
    if (!url.startsWith(base)) continue;
    const rest = url.slice(base.length);
    if (rest === '' || rest[0] === '/' || rest[0] === '?') return rest[0] === '/' ? rest : `/${rest}`;
  }
  return undefined;
};

// Conditional requests (RFC 9110, section 13): which tags and dates a client has from which answers, and what a 304 stands for.
import { type Headers, header, type WireRequest, type WireResponse } from '../../contract/wire.ts';
import { Bounded } from './bounded.ts';

/** The headers that name a version of an answer, with the conditions that quote them. */
const validators = [
  { name: 'etag', conditions: ['if-none-match', 'if-match'] },
  { name: 'last-modified', conditions: ['if-modified-since', 'if-unmodified-since'] },
] as const;

const conditionOf = new Map<string, string>(
  validators.flatMap(({ name, conditions }) => conditions.map((condition) => [condition, name] as const)),
);

const tags = /(?:W\/)?"[^"]*"/g;
/** A strong tag and a weak one name the same content (section 8.8.3.2). */
const weak = (value: string): string => value.trim().replace(/^W\//, '');

/** A request with its user, because another user may get another answer to the same request. */
interface Asked {
  readonly user: string;
  readonly request: Pick<WireRequest, 'method' | 'url' | 'headers'>;
}

/** What a condition quotes: tags, or a date. */
const quotedIn = (condition: string, value: string): readonly string[] =>
  conditionOf.get(condition) === 'etag' ? (value.match(tags) ?? []) : [value];

const keyOf = ({ user, request }: Asked, validator: string, value: string): string =>
  `${validator} ${user} ${request.url} ${weak(value)}`;

const mostTags = 50_000;

/** The candidate's tags and dates for the versions of recorded answers. */
export class Validators {
  readonly #live = new Bounded<string, string>(mostTags);

  /** To be called with a recorded answer and the candidate's. */
  learn(asked: Asked, recorded: WireResponse, got: WireResponse): void {
    for (const { name } of validators) {
      const [one, other] = [header(recorded.headers, name), header(got.headers, name)];
      if (one !== undefined && other !== undefined) this.#live.set(keyOf(asked, name, one), other);
    }
  }

  /** The headers with the candidate's own tags and dates in the conditions; the same ones where none is known. */
  living(asked: Asked): Headers {
    const { headers } = asked.request;
    if (!headers.some(([name]) => conditionOf.has(name.toLowerCase()))) return headers;
    return headers.map(([name, value]) => {
      const condition = name.toLowerCase();
      const validator = conditionOf.get(condition);
      if (validator === undefined) return [name, value];
      const live = (quoted: string) => this.#live.get(keyOf(asked, validator, quoted)) ?? quoted;
      return [name, validator === 'etag' ? value.replaceAll(tags, live) : live(value)];
    });
  }
}

const mostVersions = 1000;
const longestVersion = 64 * 1024;

/** Answers by their tags and dates, to find the one that a 304 says has not changed. */
export class Versions {
  readonly #answers = new Bounded<string, WireResponse>(mostVersions);

  learn(asked: Asked, response: WireResponse): void {
    if (response.status !== 200 || response.cut || response.body.length > longestVersion) return;
    for (const { name } of validators) {
      const value = header(response.headers, name);
      if (value !== undefined) this.#answers.set(keyOf(asked, name, value), response);
    }
  }

  /** The content that a 304 stands for; undefined when it was never seen, and for any other answer. */
  behind(asked: Asked, response: WireResponse): WireResponse | undefined {
    if (response.status !== 304) return undefined;
    for (const [name, value] of asked.request.headers) {
      const validator = conditionOf.get(name.toLowerCase());
      if (validator === undefined) continue;
      const own = header(response.headers, validator);
      for (const quoted of own === undefined ? quotedIn(name.toLowerCase(), value) : [own]) {
        const known = this.#answers.get(keyOf(asked, validator, quoted));
        if (known) return known;
      }
    }
    return undefined;
  }
}

export const isConditional = ({ method, headers }: Asked['request']): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.some(([name]) => /^if-(?:none-match|modified-since)$/i.test(name));

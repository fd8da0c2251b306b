// Finds out what a limiter counts by (token, user, body or connection): exhausts the limit, and then sends for each of these a request
// that differs in this only, with the unchanged request as the control.
//
// A changed request that passes has a limit of its own; one that is refused shares the exhausted limit.
import type { Exchange } from '../exchange/exchange.ts';
import { statusOf, succeeded } from '../subject/answers.ts';

const aspects = ['token', 'user', 'body', 'connection'] as const;
export type Aspect = (typeof aspects)[number];

type Share =
  /** Requests that differ in this have limits of their own. */
  | 'own'
  /** Requests that differ in this share the limit. */
  | 'shared'
  /** It could not be varied, or the answer was neither a success nor a 429. */
  | 'not tried';

type Identity = Readonly<Record<Aspect, Share>>;

export type Identification =
  | {
      readonly kind: 'found';
      readonly identity: Identity;
      /** An answer to each changed request: a refusal where there was one. */
      readonly exchanges: Readonly<Partial<Record<Aspect, Exchange>>>;
    }
  /** Nothing was refused, or the limit had reset before the control was sent. */
  | { readonly kind: 'notExhausted' };

export interface Asking {
  /** What the limit lets pass in one window. */
  readonly count: number;
  /** Sends enough to exhaust the limit, all of it the same request. */
  exhaust(): Promise<readonly Exchange[]>;
  /** The same request with one thing changed; absent where it cannot be. */
  readonly changed: { readonly [Name in Aspect]?: () => Promise<Exchange> };
  /** The request itself, once more. */
  control(): Promise<Exchange>;
}

const isRefused = (exchange: Exchange): boolean => statusOf(exchange) === 429;

/** A request with a limit of its own is never refused, because it is sent once in a round. */
const shareOf = (answers: readonly Exchange[]): Share => {
  if (answers.some(isRefused)) return 'shared';
  return answers.length > 0 && answers.every(succeeded) ? 'own' : 'not tried';
};

/**
 * Several rounds, because in one the limit may just have room again for a request that shares it. No more than the limit admits, so
 * that a request with a limit of its own is never refused.
 */
const mostRounds = 3;
const attempts = 6;

export async function identityOf({ count, exhaust, changed, control }: Asking): Promise<Identification> {
  const rounds = Math.max(1, Math.min(mostRounds, count));
  const seen: Partial<Record<Aspect, Exchange>>[] = [];
  for (let tried = 0; tried < attempts && seen.length < rounds; tried += 1) {
    if (!(await exhaust()).some(isRefused)) continue;
    const [last, ...others] = await Promise.all([
      control(),
      ...aspects.map(async (aspect) => [aspect, await changed[aspect]?.()] as const),
    ]);
    if (!isRefused(last)) continue;
    seen.push(Object.fromEntries(others.filter(([, exchange]) => exchange !== undefined)));
  }
  if (seen.length < rounds) return { kind: 'notExhausted' };
  const answersTo = (aspect: Aspect) => seen.map((round) => round[aspect]).filter((answer) => answer !== undefined);
  const identity = Object.fromEntries(aspects.map((aspect) => [aspect, shareOf(answersTo(aspect))])) as Identity;
  const exchanges = Object.fromEntries(
    aspects.flatMap((aspect) => {
      const answers = answersTo(aspect);
      const shown = answers.find(isRefused) ?? answers[0];
      return shown ? [[aspect, shown] as const] : [];
    }),
  );
  return { kind: 'found', identity, exchanges };
}

const nouns: Readonly<Record<Aspect, string>> = {
  token: 'access token',
  user: 'user',
  body: 'request body',
  connection: 'connection',
};

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const having = (identity: Identity, share: Share): readonly Aspect[] =>
  aspects.filter((aspect) => identity[aspect] === share);

const namesOf = (some: readonly Aspect[]): string => listed(some.map((aspect) => nouns[aspect]));

const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A sentence or two for a runbook. */
export const inWords = ({ identity, exchanges }: Omit<Extract<Identification, { kind: 'found' }>, 'kind'>): string => {
  const [own, shared, unknown] = [having(identity, 'own'), having(identity, 'shared'), having(identity, 'not tried')];
  const whatever = `whatever the ${namesOf(shared)}`;
  const found = [
    ...(own.length > 0 ? [`each ${namesOf(own)} has a limit of its own`] : []),
    ...(own.length > 0 && shared.length > 0 ? [whatever] : []),
    ...(own.length === 0 && shared.length > 0 ? [`requests share this limit, ${whatever}`] : []),
  ].join(', ');
  const open = unknown.length > 0 ? [`${untold(unknown)}${triedInVain(unknown, exchanges)}`] : [];
  return [...(found === '' ? [] : [found]), ...open].map(asSentence).join(' ');
};

const untold = (unknown: readonly Aspect[]): string =>
  `whether each ${namesOf(unknown)} has one of its own could not be tried`;

/** Empty where no changed request could be made. */
function triedInVain(unknown: readonly Aspect[], exchanges: Readonly<Partial<Record<Aspect, Exchange>>>): string {
  const answers = unknown.flatMap((aspect) => {
    const exchange = exchanges[aspect];
    return exchange ? [`the same request of another ${nouns[aspect]} got ${statusOf(exchange) ?? 'no answer'}`] : [];
  });
  return answers.length === 0 ? '' : `, as ${listed(answers)}`;
}

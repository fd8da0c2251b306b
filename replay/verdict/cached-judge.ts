// Remembers judgements, because many exchanges of a recording are equal to the byte and judging takes most of a replay's time.
import { shownBy } from '../../contract/judge/aspects/nobody.ts';
import { type Judgement, judge } from '../../contract/judge/judge.ts';
import type { Openings } from '../../contract/openings.ts';
import type { WireExchange, WireResponse } from '../../contract/wire.ts';
import { Bounded } from '../correlate/bounded.ts';

interface Judged {
  readonly response: WireResponse;
  readonly judgement: Judgement;
}

const mostRemembered = 1000;
const longestRemembered = 16 * 1024;

/** Headers that tell nothing but the time. */
const passing = new Set(['date', 'age']);

const isAlike = (one: WireResponse, other: WireResponse): boolean =>
  one.status === other.status &&
  one.cut === other.cut &&
  one.body.length === other.body.length &&
  one.headers.length === other.headers.length &&
  one.headers.every(
    ([name, value], index) =>
      name === other.headers[index]![0] && (value === other.headers[index]![1] || passing.has(name.toLowerCase())),
  ) &&
  Buffer.compare(one.body, other.body) === 0;

export const createCachedJudge = (openings: Openings): ((exchange: WireExchange) => Pick<Judgement, 'findings'>) => {
  const remembered = new Bounded<string, Judged>(mostRemembered);
  return (exchange) => {
    const { request, outcome } = exchange;
    // What may be answered can depend on the body of the request, which the key leaves out.
    if (outcome.kind === 'failed' || request.body !== undefined || outcome.response.body.length > longestRemembered)
      return judge(exchange, openings);
    const key = `${shownBy(request)} ${request.method} ${request.url}`;
    const known = remembered.get(key);
    if (known && isAlike(known.response, outcome.response)) return known.judgement;
    const judgement = judge(exchange, openings);
    remembered.set(key, { response: outcome.response, judgement });
    return judgement;
  };
};

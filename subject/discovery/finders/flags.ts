// Finds the name of a query parameter that takes 0 and 1: the target refuses another value under that name only.
import type { Exchange } from '../../../exchange/exchange.ts';
import { statusOf, succeeded } from '../../answers.ts';
import type { Knowledge } from '../../names.ts';
import { flagNames } from '../candidates.ts';
import { firstThat } from '../search.ts';

type Query = Readonly<Record<string, string>>;

const wrong = '7';

/** `send` sends a request that is accepted as it is, with this query besides. */
export async function findFlag(send: (query: Query) => Promise<Exchange>): Promise<Knowledge<string>> {
  const refuses = async (names: readonly string[]) =>
    isRefusal(await send(Object.fromEntries(names.map((name) => [name, wrong]))));

  const stranger = await send({ 'assay-no-such-parameter': wrong });
  if (!succeeded(stranger)) {
    const because = `a request with a parameter that nobody knows is answered with ${statusOf(stranger) ?? 'nothing'}`;
    return { kind: 'undecided', because };
  }
  if (!(await refuses(flagNames))) return { kind: 'unknown', because: 'no usual name has any effect' };
  const found = await firstThat(
    flagNames,
    async (name) => ((await refuses([name])) ? name : undefined),
    async (names) => ((await refuses(names)) ? 'some effect' : 'no effect'),
  );
  return found === undefined
    ? { kind: 'undecided', because: 'some of the usual names are refused together, and none alone' }
    : { kind: 'found', value: found, because: `?${found}=${wrong} is refused` };
}

/** A refusal of the request itself, and not of its sender or its frequency. */
const isRefusal = (exchange: Exchange): boolean => {
  const status = statusOf(exchange) ?? 0;
  return status >= 400 && status < 500 && ![401, 403, 429].includes(status);
};

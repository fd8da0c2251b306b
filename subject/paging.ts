// Walks a list that comes in pages, to its end.
import { header } from '../contract/wire.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isFields, jsonOf, responseOf, succeeded } from './answers.ts';
import { queryText } from './calls.ts';
import type { Pairs } from './lists.ts';
import type { Paging, Profile } from './profile/profile.ts';

/** Where the next page is: more query for the same request, or another address. */
type NextPage = { readonly query: Pairs } | { readonly url: string };

type Walk =
  | { readonly kind: 'whole'; readonly items: readonly unknown[]; readonly exchanges: readonly Exchange[] }
  /** `exchange`: the answer that is not a page. */
  | { readonly kind: 'broken'; readonly exchange: Exchange }
  /** More than `mostItems`: checks compare all entries with each other, which would take too long. */
  | { readonly kind: 'endless'; readonly exchange: Exchange };

// An endless list is a defect of the target, and must not keep the suite from going on.
const mostPages = 1000;
export const mostItems = 20_000;

type AskForPage = (next: NextPage) => Promise<Exchange>;

export async function walk(paging: Paging, ask: AskForPage): Promise<Walk> {
  const items: unknown[] = [];
  const exchanges: Exchange[] = [];
  const seen = new Set<string>();
  let next: NextPage | undefined = firstPage(paging);
  while (next !== undefined && exchanges.length < mostPages) {
    const exchange = await ask(next);
    const page = succeeded(exchange) ? jsonOf(exchange) : undefined;
    if (!Array.isArray(page)) {
      // Beyond the last page some targets answer with an error.
      const beyond = exchanges.length > 0 && isRefusal(exchange);
      return beyond ? { kind: 'whole', items, exchanges } : { kind: 'broken', exchange };
    }
    if (items.length + page.length > mostItems) return { kind: 'endless', exchange };
    exchanges.push(exchange);
    if (paging.style === 'none') return { kind: 'whole', items: page, exchanges };
    const fresh = page.filter((item) => !seen.has(JSON.stringify(item)));
    // A target that has no pages answers with the same entries again.
    if (exchanges.length > 1 && fresh.length === 0) break;
    for (const item of page) seen.add(JSON.stringify(item));
    items.push(...page);
    next = page.length === 0 ? undefined : pageAfter(paging, exchange, page, items.length, exchanges.length);
  }
  return { kind: 'whole', items, exchanges };
}

/** For lists other than those of cards. The paging of a profile describes the card lists; other lists may refuse its parameters. */
export async function walkOther(paging: Paging, ask: AskForPage): Promise<Walk> {
  const walked = await walk(paging, ask);
  return walked.kind === 'broken' && isRefusal(walked.exchange) ? walk({ style: 'none' }, ask) : walked;
}

const isRefusal = (exchange: Exchange): boolean => {
  const status = responseOf(exchange)?.status ?? 0;
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
};

/** The same in pages of this length; undefined where no parameter asks for a length. */
export function inPagesOf(length: number, paging: Paging): Paging | undefined {
  if (paging.style === 'page') return paging.size === undefined ? undefined : { ...paging, length };
  if (paging.style === 'offset' || paging.style === 'cursor')
    return paging.limit === undefined ? undefined : { ...paging, length };
  return undefined;
}

const lengthOf = (name: string | undefined, length: number): Pairs => (name ? [[name, String(length)]] : []);

function firstPage(paging: Paging): NextPage {
  switch (paging.style) {
    case 'page':
      return { query: lengthOf(paging.size, paging.length) };
    case 'offset':
    case 'cursor':
      return { query: lengthOf(paging.limit, paging.length) };
    default:
      return { query: [] };
  }
}

function pageAfter(
  paging: Paging,
  exchange: Exchange,
  page: readonly unknown[],
  read: number,
  pages: number,
): NextPage | undefined {
  switch (paging.style) {
    case 'none':
      return undefined;
    case 'link': {
      const url = nextLink(exchange);
      return url === undefined ? undefined : { url };
    }
    case 'page':
      return { query: [[paging.page, String(paging.first + pages)], ...lengthOf(paging.size, paging.length)] };
    case 'offset':
      return { query: [[paging.offset, String(read)], ...lengthOf(paging.limit, paging.length)] };
    case 'cursor': {
      const last = page.at(-1);
      const headers = responseOf(exchange)?.headers ?? [];
      const cursor = paging.header ? header(headers, paging.header) : isFields(last) ? last.id : undefined;
      if (cursor === undefined || cursor === '') return undefined;
      return { query: [[paging.cursor, String(cursor)], ...lengthOf(paging.limit, paging.length)] };
    }
  }
}

/** The address of a Link header's `next`, absolute; undefined when there is none. */
export function nextLink(exchange: Exchange): string | undefined {
  const links = (responseOf(exchange)?.headers ?? [])
    .filter(([name]) => name.toLowerCase() === 'link')
    .flatMap(([, value]) => [
      ...value.matchAll(/<([^>]*)>((?:\s*;\s*[\w!#$&*+.^`|~-]+(?:\s*=\s*(?:"[^"]*"|[^",;\s]+))?)*)/g),
    ]);
  const next = links.find(([, , parameters = '']) =>
    /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?=\s*(?:;|$)))/i.test(parameters),
  );
  return next && URL.parse(next[1]!, exchange.request.url)?.href;
}

/** The path of a page; of a whole address that the target gave, only the path is used. */
export function pathFor(next: NextPage, path: string, { basePath }: Profile): string {
  if ('url' in next) {
    const { pathname, search } = new URL(next.url);
    return `${pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname}${search}`;
  }
  if (next.query.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${queryText(next.query)}`;
}

// Finds out whether the card list comes in pages, and how one gets to the next page.
import { responseOf } from '../../answers.ts';
import type { Pairs } from '../../lists.ts';
import type { Knowledge } from '../../names.ts';
import { nextLink } from '../../paging.ts';
import type { Paging } from '../../profile/profile.ts';
import { type Answer, type Asking, idsOf } from '../asking.ts';
import { cursorNames, offsetNames, pageNames } from '../candidates.ts';

type Items = Extract<Answer, { kind: 'items' }>;

export async function discoverPaging(asking: Asking, first: Items): Promise<Knowledge<Paging>> {
  const next = nextLink(first.exchange);
  if (next !== undefined)
    return { kind: 'found', value: { style: 'link' }, because: 'the list has a Link header with a next page' };
  const ids = idsOf(first.items);
  if (ids.length === 0) return { kind: 'undecided', because: 'the list is empty' };

  /** Whether a request brings cards, and none of those of the first page. */
  const bringsOthers = async (query: Pairs) => {
    const answer = await asking.ask('listCards', query);
    return answer.kind === 'items' && answer.items.length > 0 && idsOf(answer.items).every((id) => !ids.includes(id));
  };

  const cursor = cursorHeader(first);
  if (cursor) {
    for (const name of cursorNames) {
      if (!(await bringsOthers([[name, cursor.value]]))) continue;
      const value: Paging = { style: 'cursor', cursor: name, header: cursor.name, length: ids.length };
      return { kind: 'found', value, because: `?${name} with the value of ${cursor.name} brought other cards` };
    }
  }
  const total = totalOf(first);
  const announced = total !== undefined && total > ids.length;
  // A short list without any sign of more is tried with the likeliest names only.
  for (const name of pageNames.slice(0, announced ? pageNames.length : 2)) {
    if (await bringsOthers([[name, '1']])) return page(name, 0);
    if (await bringsOthers([[name, '2']])) return page(name, 1);
  }
  for (const name of offsetNames.slice(0, announced ? offsetNames.length : 1)) {
    if (!(await bringsOthers([[name, String(ids.length)]]))) continue;
    const value: Paging = { style: 'offset', offset: name, length: ids.length };
    return { kind: 'found', value, because: `?${name}=${ids.length} brought other cards` };
  }
  if (announced)
    return { kind: 'undecided', because: `${total} cards are announced, ${ids.length} came, and no name led to more` };
  const value: Paging = { style: 'none' };
  return {
    kind: 'found',
    value,
    because: `${ids.length} cards came, and neither a header nor a page number led to more`,
  };

  function page(name: string, number: number): Knowledge<Paging> {
    const value: Paging = { style: 'page', page: name, first: number, length: ids.length };
    return { kind: 'found', value, because: `?${name}=${number + 1} brought other cards` };
  }
}

function cursorHeader({ exchange }: Items): { readonly name: string; readonly value: string } | undefined {
  const headers = responseOf(exchange)?.headers ?? [];
  const found = headers.find(([name, value]) => /cursor|next|continuation/i.test(name) && value !== '');
  return found && { name: found[0], value: found[1] };
}

function totalOf({ exchange }: Items): number | undefined {
  const headers = responseOf(exchange)?.headers ?? [];
  const found = headers.find(([name, value]) => /total/i.test(name) && /^\d+$/.test(value));
  const range = headers.find(([name]) => name.toLowerCase() === 'content-range')?.[1].split('/')[1];
  const text = found?.[1] ?? (range !== undefined && /^\d+$/.test(range) ? range : undefined);
  return text === undefined ? undefined : Number(text);
}

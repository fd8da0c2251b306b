// Finds the query parameter that sorts the cards: `-id` must reverse what `id` gives.
import type { Knowledge } from '../../names.ts';
import { type Asking, idsOf, isForItsValue, nonsenseValue, sameOrder } from '../asking.ts';
import type { ListQuestion } from '../cards.ts';
import { firstThat } from '../search.ts';
import { firstRefusing } from './refusing.ts';

type Direction = 'id' | '-id';

/**
 * With few cards an unsorted list may have the right order by chance, so these directions are asked for again before an order is
 * believed; the key is the number of cards. They do not alternate, so that a list whose order alternates is not taken for sorted.
 */
const again: Readonly<Record<number, readonly Direction[]>> = {
  2: ['id', '-id', '-id', 'id', '-id', 'id', 'id', '-id'],
  3: ['id', '-id', '-id'],
};

const begins = (whole: readonly string[], page: readonly string[]): boolean =>
  sameOrder(whole.slice(0, page.length), page);

export async function discoverSort(asking: Asking, question: ListQuestion): Promise<Knowledge<string>> {
  const { list, names, all, usual, unknownParameters } = question;
  const visible = all.length > 1;
  const suspects: string[] = [];
  /** Names that are accepted but do not reverse the order. */
  const idle: string[] = [];

  const firstPage = async (names: readonly string[], value: string) => {
    const answer = await asking.ask(
      list,
      names.map((name) => [name, value]),
    );
    return answer.kind === 'items' ? idsOf(answer.items) : undefined;
  };
  const whole = async (name: string, value: string) => idsOf(await asking.api.list(list, { query: [[name, value]] }));

  async function trial(name: string): Promise<Knowledge<string> | undefined> {
    const falling = await firstPage([name], '-id');
    const rising = falling && (await firstPage([name], 'id'));
    if (falling === undefined || rising === undefined) return undefined;
    if (sameOrder(rising, falling)) {
      if (!visible) return byRefusal(name);
      if (!sameOrder(rising, idsOf(usual))) suspects.push(name);
      idle.push(name);
      return undefined;
    }
    const all = { id: await whole(name, 'id'), '-id': await whole(name, '-id') };
    const reversed = sameOrder(all.id.toReversed(), all['-id']);
    if (reversed && begins(all.id, rising) && begins(all['-id'], falling) && (await staysSo(name, all))) {
      return { kind: 'found', value: name, because: `?${name}=-id reversed the order of ?${name}=id` };
    }
    suspects.push(name);
    return byRefusal(name);
  }

  /** Asks again, because an unsorted list of few cards may have had the right order by chance. */
  async function staysSo(name: string, orders: Readonly<Record<Direction, readonly string[]>>): Promise<boolean> {
    for (const value of again[all.length] ?? []) {
      const ids = await firstPage([name], value);
      if (ids === undefined || !begins(orders[value], ids)) return false;
    }
    return true;
  }

  async function byRefusal(name: string): Promise<Knowledge<string> | undefined> {
    const wrong = await asking.ask(list, [[name, nonsenseValue]]);
    if (!isForItsValue(wrong)) return undefined;
    for (const value of ['id', '-id']) if ((await firstPage([name], value)) === undefined) return undefined;
    const because = `?${name} takes id and -id and refuses a nonsense value with ${wrong.status}`;
    return { kind: 'found', value: name, because };
  }

  async function together(group: readonly string[]): Promise<'no effect' | 'some effect'> {
    // One of the two directions may be the usual order, so only names that change nothing in both have no effect.
    for (const value of visible ? ['-id', 'id'] : [nonsenseValue]) {
      const ids = await firstPage(group, value);
      if (ids === undefined || !sameOrder(ids, idsOf(usual))) return 'some effect';
    }
    return 'no effect';
  }

  const found = await firstThat(names, trial, unknownParameters === 'ignored' ? together : undefined);
  if (found) return found;
  if (!visible) {
    return {
      kind: 'undecided',
      because: `there ${all.length === 1 ? 'is one card only' : 'is no card'}, so no order shows`,
    };
  }
  // A name that takes both directions, refuses a nonsense value and changes no order is the sort, but a broken one.
  const broken = await firstRefusing(asking, list, unknownParameters === 'ignored' ? names : idle, byRefusal);
  if (broken) return broken;
  return suspects.length > 0
    ? { kind: 'undecided', because: `?${suspects.join(' and ?')} changes the order, but -id does not reverse id` }
    : { kind: 'unknown', because: `none of ${names.length} names had any effect on the order` };
}

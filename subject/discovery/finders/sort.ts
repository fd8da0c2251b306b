// Finds the query parameter that sorts the cards: `-id` must reverse what `id` gives.
import type { Knowledge } from '../../names.ts';
import { type Asking, idsOf, isForItsValue, nonsenseValue, sameOrder } from '../asking.ts';
import type { ListQuestion } from '../cards.ts';
import { firstThat } from '../search.ts';
import { firstRefusing } from './refusing.ts';

export async function discoverSort(asking: Asking, question: ListQuestion): Promise<Knowledge<string>> {
  const { list, names, all, usual, unknownParameters } = question;
  const visible = all.length > 1;
  const suspects: string[] = [];
  /** Names that are accepted without turning anything round. */
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
    if (sameOrder((await whole(name, 'id')).toReversed(), await whole(name, '-id'))) {
      return { kind: 'found', value: name, because: `?${name}=-id reversed the order of ?${name}=id` };
    }
    suspects.push(name);
    return byRefusal(name);
  }

  async function byRefusal(name: string): Promise<Knowledge<string> | undefined> {
    const wrong = await asking.ask(list, [[name, nonsenseValue]]);
    if (!isForItsValue(wrong)) return undefined;
    for (const value of ['id', '-id']) if ((await firstPage([name], value)) === undefined) return undefined;
    const because = `?${name} takes id and -id and refuses a nonsense value with ${wrong.status}`;
    return { kind: 'found', value: name, because };
  }

  async function together(group: readonly string[]): Promise<'no effect' | 'some effect'> {
    // Either direction may be the usual order, so both have to leave it as it is.
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
  // What takes both directions, refuses another value and turns nothing round is the sort, and a broken one.
  const broken = await firstRefusing(asking, list, unknownParameters === 'ignored' ? names : idle, byRefusal);
  if (broken) return broken;
  return suspects.length > 0
    ? { kind: 'undecided', because: `?${suspects.join(' and ?')} changes the order, but -id does not reverse id` }
    : { kind: 'unknown', because: `none of ${names.length} names had any effect on the order` };
}

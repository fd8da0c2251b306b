// Finds a parameter of a card list that has no visible effect: the target knows a name if it refuses a value under it.
import { type Asking, isForItsValue, nonsenseValue } from '../asking.ts';
import type { CardList } from '../cards.ts';
import { firstThat } from '../search.ts';

/** What `byRefusal` makes of the first name that it accepts; one request tells whether any of the names refuses a value at all. */
export async function firstRefusing<Found>(
  asking: Asking,
  list: CardList,
  names: readonly string[],
  byRefusal: (name: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const together = async (group: readonly string[]): Promise<'no effect' | 'some effect'> => {
    const answer = await asking.ask(
      list,
      group.map((name) => [name, nonsenseValue]),
    );
    return isForItsValue(answer) ? 'some effect' : 'no effect';
  };
  if (names.length === 0 || (await together(names)) === 'no effect') return undefined;
  return firstThat(names, byRefusal, together);
}

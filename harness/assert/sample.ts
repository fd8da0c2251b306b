// Chooses a sample among very many things: by the seed, with at least one of each kind.
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { mersenne } from 'pure-rand/generator/mersenne';

/** All of them where there are no more than `most`. The same seed makes the same choice. */
export function sample<Item>(
  items: readonly Item[],
  most: number,
  seed: number,
  kindOf: (item: Item) => string = () => '',
): readonly Item[] {
  if (items.length <= most) return items;
  const shuffled = shuffle(items, seed);
  const first = oneOfEach(shuffled, kindOf);
  const taken = new Set(first);
  return [...first, ...shuffled.filter((item) => !taken.has(item))].slice(0, Math.max(most, first.length));
}

/** The first item of each kind. */
export function oneOfEach<Item>(items: readonly Item[], kindOf: (item: Item) => string): readonly Item[] {
  return [...new Map(items.toReversed().map((item) => [kindOf(item), item])).values()].toReversed();
}

export function shuffle<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const random = mersenne(seed);
  return items
    .map((item) => ({ item, place: uniformFloat64(random) }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

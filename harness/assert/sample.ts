// Chooses among very many things: by the seed, and at least one of each kind.

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
  const next = numbersFrom(seed);
  return items
    .map((item) => ({ item, place: next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Numbers between 0 and 1 that follow from the seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// A collection whose members are found by number and by UUID, in the order in which they were put there.

export interface Member {
  readonly id: number;
  readonly uuid: string;
}

export interface Shelf<T extends Member> extends Iterable<T> {
  readonly size: number;
  add(member: T): void;
  /** By the text of a path: a number in plain decimals or a UUID in either case. */
  find(text: string): T | undefined;
  byUuid(text: string): T | undefined;
}

/** With `most`, the oldest member makes room for one too many. */
export const createShelf = <T extends Member>(members: Iterable<T> = [], most = Number.POSITIVE_INFINITY): Shelf<T> => {
  const byUuid = new Map<string, T>();
  const byNumber = new Map<string, T>();
  const shelf: Shelf<T> = {
    get size() {
      return byUuid.size;
    },
    add(member) {
      byUuid.set(member.uuid, member);
      byNumber.set(String(member.id), member);
      if (byUuid.size <= most) return;
      const oldest = byUuid.values().next().value!;
      byUuid.delete(oldest.uuid);
      byNumber.delete(String(oldest.id));
    },
    find: (text) => byNumber.get(text) ?? byUuid.get(text.toLowerCase()),
    byUuid: (text) => byUuid.get(text.toLowerCase()),
    [Symbol.iterator]: () => byUuid.values(),
  };
  for (const member of members) shelf.add(member);
  return shelf;
};

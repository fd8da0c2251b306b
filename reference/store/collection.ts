// A collection in the order of insertion, whose members are found by number or UUID.

export interface Member {
  readonly id: number;
  readonly uuid: string;
}

export interface Collection<T extends Member> extends Iterable<T> {
  readonly size: number;
  add(member: T): void;
  /** Finds a member by the text in a path: a number in plain decimals, or a UUID in either case. */
  find(text: string): T | undefined;
  byUuid(text: string): T | undefined;
}

/** At most `most` members are kept in addition to the first ones; when there are more, the oldest is removed. */
export const createCollection = <T extends Member>(
  first: Iterable<T> = [],
  most = Number.POSITIVE_INFINITY,
): Collection<T> => {
  const byUuid = new Map<string, T>();
  const byNumber = new Map<string, T>();
  const guests = new Set<string>();
  const put = (member: T): void => {
    byUuid.set(member.uuid, member);
    byNumber.set(String(member.id), member);
  };
  for (const member of first) put(member);
  return {
    get size() {
      return byUuid.size;
    },
    add(member) {
      if (!byUuid.has(member.uuid)) guests.add(member.uuid);
      put(member);
      if (guests.size <= most) return;
      const oldest = byUuid.get(guests.values().next().value!)!;
      guests.delete(oldest.uuid);
      byUuid.delete(oldest.uuid);
      byNumber.delete(String(oldest.id));
    },
    find: (text) => byNumber.get(text) ?? byUuid.get(text.toLowerCase()),
    byUuid: (text) => byUuid.get(text.toLowerCase()),
    [Symbol.iterator]: () => byUuid.values(),
  };
};

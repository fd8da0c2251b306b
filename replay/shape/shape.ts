// What one operation's answers look like: which members, of which types; learned from every recorded answer of it.
//
// Several answers are learned together, so that a member that only some of them have is known as one that may not apply.
import { isItem } from '../compare/pairing.ts';

export type JsonType = 'boolean' | 'number' | 'string' | 'list' | 'object';

/** Undefined for what says nothing of its own type: null, and an empty list or object. */
export const typeOf = (value: unknown): JsonType | undefined => {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : 'list';
  if (isItem(value)) return Object.keys(value).length === 0 ? undefined : 'object';
  return typeof value as JsonType;
};

/** Null or the empty value of its type: what stands for a field that does not apply. */
export const isEmpty = (value: unknown): boolean => typeOf(value) === undefined || value === '' || value === 0;

// Objects whose member names are data would otherwise be learned without end.
const mostMembers = 1000;

interface Member {
  readonly shape: Shape;
  /** How many of the objects say something there. */
  told: number;
}

export class Shape {
  readonly types = new Set<JsonType>();
  readonly members = new Map<string, Member>();
  #objects = 0;
  #item: Shape | undefined;

  learn(value: unknown): void {
    const type = typeOf(value);
    if (type === undefined) return;
    this.types.add(type);
    if (Array.isArray(value)) {
      this.#item ??= new Shape();
      for (const each of value) this.#item.learn(each);
    } else if (isItem(value)) {
      this.#objects += 1;
      for (const [name, member] of Object.entries(value)) this.#learnMember(name, member);
    }
  }

  /** What the items of the list look like; undefined where every list was empty, which says nothing on its items. */
  get item(): Shape | undefined {
    return this.#item;
  }

  /** Every object says something there. */
  always({ told }: Member): boolean {
    return told === this.#objects;
  }

  /** So many names were met that they are data. */
  get isMap(): boolean {
    return this.members.size >= mostMembers;
  }

  #learnMember(name: string, value: unknown): void {
    const known = this.members.get(name);
    if (known === undefined && this.isMap) return;
    const member = known ?? { shape: new Shape(), told: 0 };
    this.members.set(name, member);
    if (!isEmpty(value)) member.told += 1;
    member.shape.learn(value);
  }
}

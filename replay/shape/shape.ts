// The shape of one operation's answers: which members, of which types; learned from every recorded answer of it.
//
// Several answers together show which members are optional, because only some answers have them.
import { LongNumber } from '../../contract/text/exact-json.ts';
import { isItem } from '../compare/pairing.ts';

type JsonType = 'boolean' | 'number' | 'string' | 'list' | 'object';

/** Undefined for values that do not tell the type of their field: null, and an empty list or object. */
export const typeOf = (value: unknown): JsonType | undefined => {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : 'list';
  if (isItem(value)) return Object.keys(value).length === 0 ? undefined : 'object';
  return value instanceof LongNumber ? 'number' : (typeof value as JsonType);
};

/** Null or the empty value of its type, which a server writes where a field does not apply. */
export const isEmpty = (value: unknown): boolean => typeOf(value) === undefined || value === '' || value === 0;

// Bounded, because the member names of an object may be data, such as ids.
const mostMembers = 1000;

interface Member {
  readonly shape: Shape;
  /** How many of the objects have a value there that is not empty. */
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

  /** The shape of the list's items; undefined where every list was empty. */
  get item(): Shape | undefined {
    return this.#item;
  }

  /** Whether every object has a value there that is not empty. */
  always({ told }: Member): boolean {
    return told === this.#objects;
  }

  /** Whether it has so many members that their names are data. */
  get isMap(): boolean {
    return this.members.size >= mostMembers;
  }

  /** Whether something that is not empty was ever at this place; `*` stands for every item of a list. */
  tells(steps: readonly string[]): boolean {
    const [step, ...rest] = steps;
    if (step === undefined) return this.types.size > 0;
    const inner = step === '*' ? this.#item : this.members.get(step)?.shape;
    return inner?.tells(rest) ?? false;
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

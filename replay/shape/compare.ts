// Compares an answer of the candidate with the shape that such answers had: members and types, no values.
import type { Difference, DifferenceKind } from '../compare/difference.ts';
import type { Field } from '../compare/fields/field.ts';
import { isItem } from '../compare/pairing.ts';
import { isEmpty, Shape, typeOf } from './shape.ts';

export const compareShape = (shape: Shape, got: unknown, field: Field): Difference[] => {
  const found: Difference[] = [];
  const differ = (kind: DifferenceKind, of: Field, at: string, recorded: unknown, other: unknown): void =>
    void found.push({ kind, field: of.path, at, recorded, got: other });

  /** `beside`: the shape of all items of the same list. A member that only some of them have need not apply to the others. */
  const compared = (known: Shape, value: unknown, of: Field, at: string, beside: Shape | undefined): void => {
    const type = typeOf(value);
    if (type === undefined || known.types.size === 0 || (isEmpty(value) && !known.types.has(type))) return;
    if (!known.types.has(type)) differ('type', of, at, typesOf(known), type);
    else if (isItem(value)) members(known, value, of, at, beside);
    else if (Array.isArray(value)) items(known, value, of, at);
  };

  const members = (
    known: Shape,
    object: Readonly<Record<string, unknown>>,
    of: Field,
    at: string,
    beside: Shape | undefined,
  ): void => {
    for (const [name, member] of known.members) {
      const place = of.member(name);
      if (name in object)
        compared(member.shape, object[name], place, `${at}/${name}`, beside?.members.get(name)?.shape);
      else if (known.always(member) && !beside?.members.has(name))
        differ('removed', place, `${at}/${name}`, typesOf(member.shape), undefined);
    }
    if (known.isMap) return;
    for (const [name, value] of Object.entries(object))
      if (!known.members.has(name) && !isEmpty(value))
        differ('added', of.member(name), `${at}/${name}`, undefined, typeOf(value));
  };

  const items = (known: Shape, list: readonly unknown[], of: Field, at: string): void => {
    const { item } = known;
    if (item === undefined) return;
    const beside = new Shape();
    for (const each of list) beside.learn(each);
    list.forEach((each, index) => void compared(item, each, of.item(), `${at}/${index}`, beside));
  };

  compared(shape, got, field, '', undefined);
  return found;
};

const typesOf = ({ types }: Shape): string => [...types].sort().join(' or ');

const mustBeThere = new Set(['header location', 'header retry-after']);

/** Of the headers, only the media type and the presence of those that a client follows; the others depend on a server's set-up. */
export const isOfShape = ({ kind, field }: Difference): boolean =>
  field === 'header content-type' || (kind !== 'header' && mustBeThere.has(field));

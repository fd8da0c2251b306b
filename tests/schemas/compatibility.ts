// Whether a newer schema keeps the promises of an older one.
import { resolved, type Schema } from './published.ts';

/** `written` by us: readers must still find what they found. `read` by us: we must still accept what we accepted. */
export type Direction = 'written' | 'read';

/** The promises that are no longer kept, one line each. */
export function broken(older: Schema, newer: Schema, direction: Direction): readonly string[] {
  const compared = new Set<string>();

  const compare = (one: Schema, other: Schema, path: string): readonly string[] => {
    if (one.$ref !== undefined || other.$ref !== undefined) {
      const pair = `${one.$ref ?? path}|${other.$ref ?? path}`;
      if (compared.has(pair)) return [];
      compared.add(pair);
      return compare(resolved(one, older), resolved(other, newer), path);
    }
    return [
      ...types(one, other, path),
      ...values(one, other, path),
      ...members(one, other, path),
      ...branches(one, other, path),
      ...(one.items ? compare(one.items, other.items ?? {}, `${path}/*`) : []),
      ...others(one, other, path),
    ];
  };

  /** The values that break the promise: new ones where we write, missing ones where we read. */
  const within = <Value>(before: readonly Value[], now: readonly Value[]): readonly Value[] =>
    direction === 'written'
      ? now.filter((each) => !before.includes(each))
      : before.filter((each) => !now.includes(each));

  const types = (one: Schema, other: Schema, path: string): readonly string[] => {
    if (one.type === undefined || JSON.stringify(one.type) === JSON.stringify(other.type)) return [];
    if (other.type === undefined) return [`${path} is no longer ${[one.type].flat().join(' or ')}`];
    const changed = within([one.type].flat(), [other.type].flat());
    return changed.map((type) => `${path} is ${direction === 'written' ? 'now' : 'no longer'} ${type}`);
  };

  const values = (one: Schema, other: Schema, path: string): readonly string[] => {
    const [before, now] = [one, other].map((each) => each.enum ?? ('const' in each ? [each.const] : undefined));
    if (before === undefined) return [];
    if (now === undefined) return direction === 'read' ? [] : [`${path} is no longer one of ${before.join(', ')}`];
    return within(before, now).map((value) => `${path} ${direction === 'written' ? 'may be' : 'may not be'} ${value}`);
  };

  const members = (one: Schema, other: Schema, path: string): readonly string[] => {
    const [before, now] = [one.properties ?? {}, other.properties ?? {}];
    const [needed, neededNow] = [one.required ?? [], other.required ?? []];
    const optional = direction === 'written' ? needed.filter((name) => name in now && !neededNow.includes(name)) : [];
    const demanded = direction === 'read' ? neededNow.filter((name) => !needed.includes(name)) : [];
    const free = typeof one.additionalProperties === 'object' ? one.additionalProperties : undefined;
    const freeNow = typeof other.additionalProperties === 'object' ? other.additionalProperties : undefined;
    const names = one.propertyNames ?? (other.propertyNames && { enum: ['any name'] });
    return [
      ...(names ? compare(names, other.propertyNames ?? {}, `${path}/{name}`) : []),
      ...Object.entries(before).flatMap(([name, member]) =>
        now[name] === undefined ? [`${path}/${name} is gone`] : compare(member, now[name], `${path}/${name}`),
      ),
      ...optional.map((name) => `${path}/${name} may be absent`),
      ...demanded.map((name) => `${path}/${name} must be there`),
      ...(free === undefined
        ? []
        : freeNow === undefined
          ? [`${path} is closed`]
          : compare(free, freeNow, `${path}/*`)),
    ];
  };

  const branches = (one: Schema, other: Schema, path: string): readonly string[] => {
    if (one.anyOf === undefined) return [];
    if (other.anyOf === undefined) return [`${path} is no longer one of several shapes`];
    const [outer, inner] = direction === 'written' ? [other.anyOf, one.anyOf] : [one.anyOf, other.anyOf];
    const fits = (branch: Schema, candidate: Schema) =>
      (direction === 'written' ? compare(candidate, branch, path) : compare(branch, candidate, path)).length === 0;
    return outer.every((branch) => inner.some((candidate) => fits(branch, candidate)))
      ? []
      : [`${path} ${direction === 'written' ? 'has a new shape' : 'has lost a shape'}`];
  };

  return compare(older, newer, '');
}

const described = ['title', 'description', 'default', 'examples', '$schema', '$defs', 'patternErrorMessage'];
const judgedAbove = [
  'type',
  'enum',
  'const',
  'required',
  'properties',
  'additionalProperties',
  'propertyNames',
  'items',
  'anyOf',
];

/** Any other keyword that limits a value: it may neither appear nor disappear unnoticed. */
function others(one: Schema, other: Schema, path: string): readonly string[] {
  const [before, now] = [one, other] as unknown as readonly Readonly<Record<string, unknown>>[];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((word) => !described.includes(word) && !judgedAbove.includes(word))
    .filter((word) => JSON.stringify(before?.[word]) !== JSON.stringify(now?.[word]))
    .map((word) => `${path}: ${word} was ${JSON.stringify(before?.[word])} and is ${JSON.stringify(now?.[word])}`);
}

// What a target calls the things that the specification leaves unnamed: declared by the profile, found, or not known.
import type { OperationId } from '../contract/operations.ts';
import { type Pairs, writeList } from './lists.ts';
import type { BodyTemplate, Open, OpenBody, Stated } from './profile/profile.ts';

export type Knowledge<Value> =
  /** The profile says so. */
  | { readonly kind: 'declared'; readonly value: Value }
  /** The target showed it. */
  | { readonly kind: 'found'; readonly value: Value; readonly because: string }
  /** It was looked for, and the answers do not decide. */
  | { readonly kind: 'undecided'; readonly because: string }
  /** It was not looked for, or no candidate had any effect. */
  | { readonly kind: 'unknown'; readonly because: string };

/** What is known of a target's open names; plain data, so that one process can find out for others. */
export type Names = {
  readonly [Key in Exclude<keyof Open, 'signTokenPlaces' | 'bodies'>]: KnowledgeOf<Open[Key]>;
} & { readonly bodies: { readonly [Id in OpenBody]: Knowledge<BodyTemplate> } };

type KnowledgeOf<Said> = [Said] extends [Stated<infer Value>] ? Knowledge<Value> : never;

export const isKnown = <Value>(
  knowledge: Knowledge<Value>,
): knowledge is Extract<Knowledge<Value>, { readonly value: Value }> =>
  knowledge.kind === 'declared' || knowledge.kind === 'found';

export const known = <Value>(knowledge: Knowledge<Value>): Value | undefined =>
  isKnown(knowledge) ? knowledge.value : undefined;

/** The names by the profile alone, before anything was looked for. */
export function declaredNames({ signTokenPlaces: _elsewhere, bodies, ...open }: Open): Names {
  const all = <Record_ extends object>(record: Record_) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, declared(value as Stated<unknown>)]));
  return { ...all(open), bodies: all(bodies) } as unknown as Names;
}

const declared = <Value>(stated: Stated<Value>): Knowledge<Value> => {
  if (stated.kind === 'declared') return stated;
  return { kind: 'unknown', because: 'it was not looked for' };
};

/** Values for unnamed parameters, by what they are for. */
export interface OpenValues {
  readonly statusFilter?: string;
  readonly typeFilter?: string;
  readonly sort?: string;
  readonly expand?: readonly string[];
  readonly include?: readonly string[];
  readonly signToken?: string;
  /** The flag of the sign token exchange, or of an invitation. */
  readonly flag?: 0 | 1;
  /** Whether the SMS notification is switched on. */
  readonly enabled?: boolean;
}

/** A request needs a name that is neither declared nor found. */
export class UnknownName extends Error {
  override readonly name = 'UnknownName';
  /** The key under `open` in a profile. */
  readonly key: string;

  constructor(key: string, because: string) {
    super(`open.${key} is not known: ${because}`);
    this.key = key;
  }
}

export function nameOf<Key extends Exclude<keyof Names, 'bodies'>>(
  names: Names,
  key: Key,
): Names[Key] extends Knowledge<infer Value> ? Value : never {
  const knowledge = names[key] as Knowledge<unknown>;
  if (!isKnown(knowledge)) throw new UnknownName(key, knowledge.because);
  return knowledge.value as never;
}

/** The key under which a purpose is known for an operation: both generations of cards have their own names. */
export function keyFor(id: OperationId, purpose: keyof OpenValues): Exclude<keyof Names, 'bodies'> {
  const legacy = id === 'listCardsV1';
  switch (purpose) {
    case 'statusFilter':
      return legacy ? 'statusFilterV1' : 'statusFilter';
    case 'typeFilter':
      return legacy ? 'typeFilterV1' : 'typeFilter';
    case 'sort':
      return legacy ? 'sortV1' : 'sort';
    case 'flag':
      return id === 'inviteMember' ? 'memberFlag' : 'exchangeFlag';
    case 'enabled':
      return 'smsField';
    default:
      return purpose;
  }
}

/** Whether it is known how the target takes several values of this parameter; it may take only one. */
export const takesSeveral = (names: Names, purpose: 'expand' | 'include'): boolean =>
  known(names[purpose])?.list !== undefined;

/** The query that open values become. Throws `UnknownName`. */
export function openQuery(id: OperationId, values: OpenValues, names: Names): Pairs {
  const plain = (['statusFilter', 'typeFilter', 'sort', 'signToken', 'flag'] as const).flatMap((purpose): Pairs => {
    const value = values[purpose];
    return value === undefined ? [] : [[String(nameOf(names, keyFor(id, purpose))), String(value)]];
  });
  const lists = (['expand', 'include'] as const).flatMap((purpose): Pairs => {
    const wanted = values[purpose];
    if (wanted === undefined) return [];
    const { name, list } = nameOf(names, purpose);
    // A single value needs no list syntax, unless the target is known to write even one value as a list.
    if (list === undefined && wanted.length > 1) throw new UnknownName(purpose, 'its list syntax was not found out');
    return writeList(name, list ?? 'comma', wanted);
  });
  return [...plain, ...lists];
}

/** The body field that switches the SMS notification. Throws `UnknownName`. */
export function openFields(values: OpenValues, names: Names): Readonly<Record<string, unknown>> {
  if (values.enabled === undefined) return {};
  const { name, values: kind } = nameOf(names, 'smsField');
  const number = values.enabled ? 1 : 0;
  return { [name]: kind === 'booleans' ? values.enabled : kind === 'strings' ? String(number) : number };
}

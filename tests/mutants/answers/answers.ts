// Puts defects into the answers of a running service: which fields, in which of its answers.
import type { Answer, Call } from '../../../reference/http/call.ts';
import { answerFor, type Field } from './fields.ts';
import { type KindName, kinds, leftOut, Swapped, Twice } from './kinds.ts';

/** In every answer, or in the answers about one thing, which is the first that a check meets. */
export type Scope = 'all' | 'one';

export interface AnswerMutant {
  readonly field: Field;
  readonly kind: KindName;
  readonly scope: Scope;
}

/** A place in a body and its value. The parent of the whole body holds the body under the name `''`. */
interface Spot {
  readonly parent: Record<string, unknown> | unknown[];
  readonly name: string;
  readonly value: unknown;
  /** The entry of the list, where the body is a list. */
  readonly entry: unknown;
  readonly steps: readonly string[];
}

/** What a service has answered so far: the latest value of each thing at each place, and the first one. */
class Memory {
  readonly #firsts = new Map<string, unknown>();
  readonly #latest = new Map<string, Map<string, unknown>>();
  readonly #seen: Values;

  constructor(seen: Values) {
    this.#seen = seen;
  }

  first(key: string, thing: string): unknown {
    return this.#firsts.get(`${key} ${thing}`);
  }

  /** Values that this service gave other things come before those that were seen in another run. */
  others(key: string, thing: string): readonly unknown[] {
    const told = [...(this.#latest.get(key) ?? [])].filter(([other]) => other !== thing).map(([, value]) => value);
    return [...told, ...(this.#seen.get(key) ?? [])];
  }

  note(key: string, thing: string, value: unknown): void {
    if (!this.#firsts.has(`${key} ${thing}`)) this.#firsts.set(`${key} ${thing}`, value);
    const values = this.#latest.get(key) ?? new Map<string, unknown>();
    this.#latest.set(key, values.set(thing, value));
  }
}

/** Values that were seen, by place. */
export type Values = ReadonlyMap<string, readonly unknown[]>;

export const placeOf = ({ operation, answer, at }: Field): string => `${operation} ${answer} ${at}`;

/** Changes answers as the mutants say, beginning with the first answer that it gets. */
export class Mutation {
  readonly #mutants: readonly AnswerMutant[];
  readonly #memory: Memory;
  /** The thing that each mutant has changed. */
  readonly #struck = new Map<AnswerMutant, string>();

  constructor(mutants: readonly AnswerMutant[], seen: Values) {
    this.#mutants = mutants;
    this.#memory = new Memory(seen);
  }

  /** The mutants that found something to change. */
  get struck(): ReadonlySet<AnswerMutant> {
    return new Set(this.#struck.keys());
  }

  changed(call: Pick<Call, 'operation' | 'parameters' | 'headers'>, answer: Answer): Answer {
    const { body } = answer;
    if (body === undefined || Buffer.isBuffer(body)) return answer;
    const key = answerFor(call.operation, answer.status);
    const mutants = this.#mutants.filter(({ field }) => field.operation === call.operation && field.answer === key);
    if (mutants.length === 0) return answer;
    const original = { '': structuredClone(body) };
    const result = { '': structuredClone(body) };
    // The deepest place comes first, so that no place has moved before its turn.
    const inOrder = mutants.toSorted((one, other) => other.field.at.length - one.field.at.length);
    for (const mutant of inOrder) this.#apply(mutant, call, original, result);
    return { ...answer, body: Buffer.from(written(result[''])) };
  }

  #apply(mutant: AnswerMutant, call: Pick<Call, 'parameters' | 'headers'>, original: Whole, result: Whole): void {
    const { field, kind, scope } = mutant;
    const place = placeOf(field);
    const changes: (readonly [Spot, unknown])[] = [];
    for (const spot of spotsOf(original, field.at)) {
      const thing = thingOf(spot.entry ?? original[''], call);
      const instead = kinds[kind]({
        value: spot.value,
        says: field.says,
        siblings: Object.entries(spot.parent).flatMap(([name, value]) => (name === spot.name ? [] : [value])),
        others: this.#memory.others(place, thing),
        first: this.#memory.first(place, thing),
        ...sisterAt(spot, field),
      });
      this.#memory.note(place, thing, spot.value);
      // Only a member of an object can be written twice.
      if (instead === undefined || (instead instanceof Twice && !isMember(spot))) continue;
      const before = this.#struck.get(mutant);
      if (before !== undefined && scope === 'one' && before !== thing) continue;
      this.#struck.set(mutant, thing);
      changes.push([spot, instead]);
    }
    // From the end, so that removing an entry does not move the entries that are still to be changed.
    for (const [{ steps }, instead] of changes.toReversed()) put(result, steps, instead);
  }
}

type Whole = { '': unknown };

/** The prefix of the name of a member that is in an object for the second time. */
const again = '\u0000';

const written = (body: unknown): string => (body === undefined ? '' : JSON.stringify(body).replaceAll('"\\u0000', '"'));

const sisterAt = ({ parent }: Spot, { sister: name }: Field) =>
  name !== undefined && name in parent ? { sister: { name, value: (parent as Record<string, unknown>)[name] } } : {};

/** A thing is identified by its own id, by the address from which it was read, or by the user who asked. */
function thingOf(entry: unknown, { parameters, headers }: Pick<Call, 'parameters' | 'headers'>): string {
  const { uuid, id } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  return String(uuid ?? id ?? Object.values(parameters)[0] ?? headers.authorization ?? '');
}

const isMember = ({ parent, name }: Spot): boolean => !Array.isArray(parent) && name !== '';

export function spotsOf(whole: Whole, at: string): readonly Spot[] {
  let spots: readonly Spot[] = [{ parent: whole, name: '', value: whole[''], entry: undefined, steps: [''] }];
  for (const step of at.split('/').slice(1)) {
    spots = spots.flatMap(({ value, entry, steps }) => {
      if (typeof value !== 'object' || value === null) return [];
      const names = step === '-' ? Object.keys(value) : step in value ? [step] : [];
      return names.map((name) => {
        const inner = (value as Record<string, unknown>)[name];
        const isEntry = steps.length === 1 && Array.isArray(value);
        return {
          parent: value as Spot['parent'],
          name,
          value: inner,
          entry: isEntry ? inner : entry,
          steps: [...steps, name],
        };
      });
    });
  }
  return spots;
}

function put(result: Whole, steps: readonly string[], instead: unknown): void {
  let parent: unknown = result;
  for (const step of steps.slice(0, -1)) {
    if (typeof parent !== 'object' || parent === null) return;
    parent = (parent as Record<string, unknown>)[step];
  }
  if (typeof parent !== 'object' || parent === null) return;
  const holder = parent as Record<string, unknown>;
  const name = steps.at(-1) as string;
  if (instead === leftOut) {
    if (Array.isArray(parent)) parent.splice(Number(name), 1);
    else delete holder[name];
  } else if (instead instanceof Twice) {
    const { [name]: value } = holder;
    holder[name] = instead.before;
    holder[`${again}${name}`] = value;
  } else if (instead instanceof Swapped) {
    const { [name]: value, [instead.other]: other } = holder;
    Object.assign(holder, { [name]: other, [instead.other]: value });
  } else holder[name] = instead;
}

// Makes the requests of a k6 script from recorded ones: a mark replaces each value that came from an earlier answer of the same session,
// or that another session has made. The script has the place in that answer from which it takes the value.
//
// References are found as in a replay: by the same walk and the same names of things. But a script has no recorded answer to
// compare with, so a value is taken from exactly the place where it was recorded.
import { LongNumber } from '../../contract/text/exact-json.ts';
import { pointerTo } from '../../contract/text/pointer.ts';
import type { WireRequest } from '../../contract/wire.ts';
import type { Field } from '../compare/fields/field.ts';
import { lookOf } from '../compare/values.ts';
import { Joined } from '../correlate/joined.ts';
import { isScalar, type Scalar, walked } from '../correlate/places.ts';
import { nameKey } from '../correlate/renaming.ts';
import type { Step } from '../plan/steps.ts';

/** Where in an answer a value stands: a JSON pointer, or `location` for the end of that header. */
type AnswerPlace = string;

/** The name of a value in the script, and where the answer has it. */
export type Take = readonly [name: number, place: AnswerPlace];

interface Brought {
  readonly session: string;
  readonly takes: Take[];
  readonly place: AnswerPlace;
  name?: number;
}

/** A mark, of characters that need no encoding anywhere in a request. */
export const markOf = (name: number | string): string => `(*${name}*)`;

export class Correlation {
  /** The recorded values, by their names in the script. */
  readonly recorded: (string | number)[] = [];
  /** Joins two sessions of which one uses what the other has made. */
  readonly joined = new Joined();
  readonly #brought = new Map<string, Brought>();
  /** By the value alone, without the session. Things that existed before are not here: they are the same for all sessions. */
  readonly #made = new Map<string, Brought>();
  readonly #met = new Set<string>();

  /** The request with marks in the place of values. */
  marked({ request, operation, session }: Step): WireRequest {
    return walked(request, operation, ({ name: place, identity }, value) => {
      const key = nameKey(value, identity);
      // The script would not find a mark inside a value that is encoded as a whole.
      if (key === undefined || value instanceof LongNumber || place.startsWith('body /(coded)')) return undefined;
      const brought = this.#brought.get(`${session.id} ${key}`) ?? this.#made.get(key);
      if (brought === undefined) return undefined;
      this.joined.join(brought.session, session.id);
      brought.name ??= this.#named(brought, value);
      return markOf(typeof value === 'number' ? `#${brought.name}` : brought.name);
    });
  }

  /** The values that later requests take from the answer; the list grows when such a request is marked. */
  learn({ operation, session, response, body }: Step): readonly Take[] {
    const takes: Take[] = [];
    const isMade = operation.changes && !operation.ofSession;
    const note = (value: Scalar, identity: string | undefined, place: AnswerPlace): void => {
      const key = lookOf(value) === 'plain' ? undefined : nameKey(value, identity);
      const inSession = `${session.id} ${key}`;
      if (key === undefined || this.#brought.has(inSession)) return;
      const brought = { session: session.id, takes, place };
      this.#brought.set(inSession, brought);
      if (isMade && !this.#met.has(key)) this.#made.set(key, brought);
      this.#met.add(key);
    };
    if (body && 'json' in body)
      eachScalar(body.json, operation.response, '', (value, { identity }, at) => note(value, identity, at));
    for (const [name, value] of response?.headers ?? [])
      if (name.toLowerCase() === 'location')
        note(value.split(/[?#]/, 1)[0]!.split('/').at(-1)!, operation.response.member('id').identity, 'location');
    return takes;
  }

  #named({ takes, place }: Brought, value: string | number): number {
    const name = this.recorded.push(value) - 1;
    takes.push([name, place]);
    return name;
  }
}

const eachScalar = (
  value: unknown,
  field: Field,
  at: string,
  tell: (value: Scalar, field: Field, at: string) => void,
): void => {
  // k6 reads numbers as doubles, so that it cannot take a longer one from an answer: it goes out as it was recorded.
  if (value instanceof LongNumber) return;
  if (isScalar(value)) tell(value, field, at);
  else if (Array.isArray(value))
    value.forEach((each, index) => void eachScalar(each, field.item(), `${at}/${index}`, tell));
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value))
      eachScalar(member, field.member(name), pointerTo(at, name), tell);
};

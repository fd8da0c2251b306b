// A field of an operation's bodies, found once and remembered: its path with `*` for every item, and what it means.
//
// A replay compares millions of bodies with some hundred fields, so everything about a field is computed once.

import type { Described } from '../../../contract/schema/described.ts';
import { plainName, secrets } from '../../../contract/secrets.ts';
import { pointerTo } from '../../../contract/text/pointer.ts';
import { tellingOf } from '../../../exchange/redaction/rules/telling-names.ts';
import { identityOf, isMoment, nounOf, thingOf } from './meaning.ts';

export interface Field {
  // `/data/id`, or `/*/permissions/canClose` for the items of a list; empty for the whole body.
  readonly path: string;
  readonly secret: boolean;
  /** The kind of thing that its values name. */
  readonly identity: string | undefined;
  readonly moment: boolean;
  member(name: string): Field;
  item(): Field;
}

// Bounded, because the member names of an object may be data, such as ids.
const mostMembers = 1000;
const another = '…';

/** Only names that are certain count, because a plural such as `tokens` may also stand over a count. */
const isSecret = (name: string): boolean => secrets.certainNames.has(plainName(name)) || tellingOf(name) === 'secret';

class KnownField implements Field {
  readonly identity: string | undefined;
  readonly moment: boolean;
  readonly path: string;
  readonly secret: boolean;
  readonly #place: Described | undefined;
  readonly #thing: string;
  readonly #name: string;
  readonly #members = new Map<string, Field>();
  #item: Field | undefined;

  constructor(path: string, name: string, thing: string, secret: boolean, place: Described | undefined) {
    this.path = path;
    this.secret = secret || place?.secret === true || isSecret(name);
    this.identity = identityOf(name, thing);
    this.moment = isMoment(name);
    this.#place = place;
    this.#thing = thing;
    this.#name = name;
  }

  member(name: string): Field {
    const known = this.#members.get(name);
    if (known) return known;
    if (this.#members.size > mostMembers) return this.#made(another);
    return this.#made(name);
  }

  #made(name: string): Field {
    const known = this.#members.get(name);
    if (known) return known;
    const thing = this.#name === '' ? this.#thing : thingOf(this.#name, this.#thing);
    const made = new KnownField(pointerTo(this.path, name), name, thing, this.secret, this.#place?.member(name));
    this.#members.set(name, made);
    return made;
  }

  item(): Field {
    this.#item ??= new KnownField(
      `${this.path}/*`,
      this.#name,
      this.#thing,
      this.secret || tellingOf(this.#name) === 'secrets',
      this.#place?.items(),
    );
    return this.#item;
  }
}

/** The field of a whole body. The last word of the operation's `path` says what its bodies are about. */
export const bodyField = (path: string, place: Described | undefined): Field => {
  const words = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  return new KnownField('', '', nounOf(words.at(-1) ?? ''), false, place);
};

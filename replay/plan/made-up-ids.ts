// Finds the fields with ids that a server generates in a form of its own, because the candidate generates others. UUIDs are recognised
// by their form and need no rule.
import { isUuid } from '../../contract/text/uuid.ts';
import type { Field } from '../compare/fields/field.ts';
import { isItem } from '../compare/pairing.ts';
import type { FieldRule } from './plan.ts';
import type { Step } from './steps.ts';

/** Such as `ACTIVE` or `v1.card.updated`: a constant, which is the same on every server. */
const word = /^(?:[A-Za-z]+|v\d+)(?:[._: /-](?:[A-Za-z]+|v\d+))*$/;
const isOwnName = (name: string): boolean => name === 'id' || name === 'uuid';
const isMadeUp = (id: unknown): boolean => typeof id === 'string' && !word.test(id) && !isUuid(id);
// Bounded, because the member names of an object may be data, such as ids.
const mostFields = 1000;

export class MadeUpIds {
  readonly #found = new Map<Field, string>();

  see({ operation, body }: Step): void {
    if (body && 'json' in body) this.#look(body.json, operation.response, operation.key);
  }

  /** A field has a rule when some of its values are no words; then those that look like words do so by chance. */
  rules(): FieldRule[] {
    const because = 'ids that were made up';
    return [...this.#found].map(([{ path }, operation]) => ({ operation, field: path, because }));
  }

  #look(value: unknown, field: Field, operation: string): void {
    if (Array.isArray(value)) for (const each of value) this.#look(each, field.item(), operation);
    if (!isItem(value)) return;
    for (const name in value) {
      const [member, inside] = [value[name], field.member(name)];
      if (typeof member === 'object') this.#look(member, inside, operation);
      else if (isOwnName(name) && isMadeUp(member)) this.#note(inside, operation);
    }
  }

  #note(field: Field, operation: string): void {
    if (this.#found.size < mostFields) this.#found.set(field, operation);
  }
}

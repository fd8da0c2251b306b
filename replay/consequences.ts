// Tells a difference from what merely follows from another: when a request that was to change a thing did not go as recorded,
// that thing is another one from then on, and later answers about it differ without any fault of theirs.
import { Bounded } from './bounded.ts';
import type { Step } from './steps.ts';

export interface Cause {
  readonly operation: string;
  /** The field that differed there; undefined when the request was never sent. */
  readonly field: string | undefined;
}

const mostTouched = 50_000;

export class Consequences {
  /** By the answer that brought the thing; a token by itself. */
  readonly #touched = new Bounded<string, Cause>(mostTouched);

  /** What this step's differences follow from; undefined when they stand for themselves. */
  of(step: Step): Cause | undefined {
    for (const key of thingsOf(step)) {
      const cause = this.#touched.get(key);
      if (cause) return cause;
    }
    return undefined;
  }

  /** It was not sent, or was answered with another status. */
  wentAstray(step: Step, field: string | undefined): void {
    if (!step.operation.changes) return;
    const cause = { operation: step.operation.key, field };
    this.#touch(step, cause);
    // What it was to create is not there.
    this.#note(broughtBy(step.number), cause);
  }

  /** Its token was not taken, so that it will not be taken the next time either. */
  wasNotLetIn(step: Step): void {
    const token = step.references.find(({ to }) => to.endsWith(' header authorization'));
    if (token) this.#note(`token ${token.key}`, { operation: step.operation.key, field: 'status' });
  }

  #touch(step: Step, cause: Cause): void {
    for (const key of thingsOf(step)) if (!key.startsWith('token ')) this.#note(key, cause);
  }

  #note(key: string, cause: Cause): void {
    if (this.#touched.get(key) === undefined) this.#touched.set(key, cause);
  }
}

const broughtBy = (number: number): string => `brought by ${number}`;

/** What a request is about, beside the token that lets it in. */
const thingsOf = ({ references }: Step): string[] =>
  references.flatMap(({ key, to, origin }) => {
    if (to.endsWith(' header authorization')) return [`token ${key}`];
    // A list brings many things with one answer, a creation one under several names.
    return origin.secret ? [] : origin.from.includes('/*') ? [`thing ${key}`] : [broughtBy(origin.number)];
  });

// Tells which differences only follow from an earlier one. When a request that changes a thing did not go as recorded, the thing is
// different from then on, and later answers about it differ for that reason alone.
//
// Such a request may have touched the things that it names and the thing that it would have made; for answers that name no thing,
// everything under the same first word of the path. Everything else must be as recorded.
import type { Difference } from '../compare/difference.ts';
import { isItem } from '../compare/pairing.ts';
import type { Aliases } from '../correlate/aliases.ts';
import { Bounded } from '../correlate/bounded.ts';
import { effectOf } from '../correlate/effects.ts';
import { keysOf } from '../correlate/keys.ts';
import { namesIn, placeOf } from '../correlate/names.ts';
import { isScalar } from '../correlate/places.ts';
import { nameKey, type Renaming } from '../correlate/renaming.ts';
import type { Step } from '../plan/steps.ts';

export interface Cause {
  readonly operation: string;
  /** The field that differed there; undefined when the request was never sent. */
  readonly field: string | undefined;
  /** The request was left out on purpose. */
  readonly leftOut: boolean;
}

interface Trace {
  readonly cause: Cause;
  /** Milliseconds since 1970: an answer that was over by then cannot show it. */
  readonly since: number;
  /** The thing should have been made, so it is missing altogether. */
  readonly made: boolean;
}

const mostTouched = 50_000;

export class Consequences {
  readonly #aliases: Aliases;
  readonly #renaming: Renaming;
  /** By the thing's name, or by the first word of its path. */
  readonly #touched = new Bounded<string, Trace>(mostTouched);
  /** By the number of the exchange whose answer is not as recorded, or by the token that is not taken. */
  readonly #missing = new Bounded<number | string, Cause>(mostTouched);

  /** By the number of an exchange without its recorded answer: the cause of that. */
  readonly #unbrought = new Bounded<number, Cause>(mostTouched);
  /** For a cause that follows from another one: the first cause. */
  readonly #roots = new WeakMap<Cause, Cause>();

  constructor(aliases: Aliases, renaming: Renaming) {
    this.#aliases = aliases;
    this.#renaming = renaming;
  }

  /** The cause of all differences of this step; undefined when it names nothing that such a request touched. */
  of(step: Step): Cause | undefined {
    if (this.#touched.isEmpty && this.#missing.isEmpty) return undefined;
    for (const { key, to, origin } of step.references) {
      const cause = this.#missing.get(isCredential(to) ? key : origin.number);
      if (cause) return cause;
    }
    return this.#amongThings(this.#namesOf(step), step)?.cause;
  }

  /** The first of the causes for which the step lacks something. */
  rootOf(step: Step): Cause | undefined {
    const cause = this.of(step) ?? this.#lackedBy(step);
    return cause && (this.#roots.get(cause) ?? cause);
  }

  #lackedBy({ references }: Step): Cause | undefined {
    return references.map(({ origin }) => this.#unbrought.get(origin.number)).find((cause) => cause !== undefined);
  }

  /** The cause of one difference, where the answer as a whole has none. */
  ofDifference(step: Step, difference: Difference): Cause | undefined {
    if (this.#touched.isEmpty || difference.around === undefined) return undefined;
    const item = this.#itemOf(difference);
    const cause = item.length > 0 ? this.#ofItem(step, difference, item) : undefined;
    if (cause) return cause;
    const around = difference.around.flatMap(({ object, field }) => this.#all(keysOf(object, field)));
    if (around.length > 0) return this.#amongThings(around, step)?.cause;
    const isNameless = item.length === 0 && !step.operation.changes && this.#namesOf(step).length === 0;
    return isNameless ? this.#amongThings([placeOf(step)], step)?.cause : undefined;
  }

  /** The step was not sent, or was answered differently. `mayHaveDone`: it may have changed something on one server or both. */
  wentAstray(step: Step, cause: Omit<Cause, 'operation'>, mayHaveDone: boolean): void {
    const known = this.#caused(step, cause);
    this.#unbrought.set(step.number, known);
    if (!step.operation.changes) return;
    if (this.#missing.get(step.number) === undefined) this.#missing.set(step.number, known);
    const effect = effectOf(step);
    if (effect === 'none' || !mayHaveDone) return;
    const trace = { cause: known, since: step.at, made: false };
    if (effect === 'changes') for (const key of this.#namesOf(step)) this.#touch(key, trace);
    for (const key of step.fresh) this.#touch(key, { ...trace, made: true });
    this.#touch(placeOf(step), { ...trace, made: true });
  }

  /** The candidate did not accept the step's token, so it will not accept it later either. */
  wasNotLetIn(step: Step): void {
    const token = step.references.find(({ to }) => isCredential(to));
    if (token) this.#missing.set(token.key, this.#caused(step, { field: 'status', leftOut: false }));
  }

  #caused(step: Step, cause: Omit<Cause, 'operation'>): Cause {
    const known = { operation: step.operation.key, ...cause };
    const root = cause.leftOut ? undefined : this.rootOf(step);
    if (root) this.#roots.set(known, root);
    return known;
  }

  /** Whether a step that was left out should have made this thing. */
  isLeftOut(key: string): boolean {
    return this.#aliases.of(key).some((name) => {
      const trace = this.#touched.get(name);
      return trace?.made === true && trace.cause.leftOut;
    });
  }

  /** The cause of a missing or new item: a request should have made or deleted it, or moved it in or out of the list. */
  #ofItem(step: Step, { kind }: Difference, names: readonly string[]): Cause | undefined {
    const trace = this.#amongThings(names, step);
    if (trace) return trace.made || kind === 'added' || step.request.url.includes('?') ? trace.cause : undefined;
    // An item that the candidate never had may be the one that a request should have made.
    if (kind !== 'removed' || names.some((key) => this.#renaming.live(key) !== undefined)) return undefined;
    const made = this.#amongThings([placeOf(step)], step);
    if (made) for (const key of names) this.#touch(key, made);
    return made?.cause;
  }

  /** The names of the item that is missing or new; none where that is no item. */
  #itemOf({ kind, recorded, got, item }: Difference): string[] {
    if (item === undefined) return [];
    const value = kind === 'removed' ? recorded : got;
    const keys = isScalar(value) ? [nameKey(value, item.identity)] : isItem(value) ? keysOf(value, item) : [];
    const known = keys.filter((key) => key !== undefined);
    return this.#all(kind === 'removed' ? known : known.map((key) => this.#renaming.recorded(key) ?? key));
  }

  #all(keys: readonly string[]): string[] {
    return keys.flatMap((key) => this.#aliases.of(key));
  }

  #amongThings(keys: readonly string[], step: Step): Trace | undefined {
    for (const key of keys) {
      const trace = this.#touched.get(key);
      if (trace && trace.since < step.until) return trace;
    }
    return undefined;
  }

  #touch(key: string, trace: Trace): void {
    const known = this.#touched.get(key);
    if (known === undefined || trace.since < known.since) this.#touched.set(key, trace);
  }

  /** What a request is about, under each of its names. */
  #namesOf(step: Step): string[] {
    return this.#all(namesIn(step));
  }
}

const isCredential = (to: string): boolean => to.endsWith(' header authorization');

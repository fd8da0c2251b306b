// Groups users into circles: users who see the same things, so that a change of one may show in the answers to the others.

import type { Field } from '../compare/fields/field.ts';
import { Bounded } from '../correlate/bounded.ts';
import { effectOf, mayHaveDone } from '../correlate/effects.ts';
import { Joined } from '../correlate/joined.ts';
import { namesIn } from '../correlate/names.ts';
import { isScalar } from '../correlate/places.ts';
import { nameKey } from '../correlate/renaming.ts';
import type { Plan } from './plan.ts';
import type { Step } from './steps.ts';

const mostThings = 50_000;
/** As many flags as fit into a small integer. */
const flags = 30;

/** A set of user numbers as bits, so that it stays small for things that every user sees, such as a currency. */
class Watchers {
  readonly #flags = new Map<number, number>();

  add(user: number): void {
    const group = Math.floor(user / flags);
    this.#flags.set(group, (this.#flags.get(group) ?? 0) | (1 << (user % flags)));
  }

  *[Symbol.iterator](): Generator<number> {
    for (const [group, seen] of this.#flags)
      for (let bit = 0; bit < flags; bit += 1) if (seen & (1 << bit)) yield group * flags + bit;
  }

  clear(): void {
    this.#flags.clear();
  }
}

interface Thing {
  readonly watchers: Watchers;
  changed: boolean;
}

/** Joins users in a circle when one sees what the other has changed. Has to see every step of a recording. */
export class Circles {
  readonly #joined = new Joined();
  readonly #things = new Bounded<string, Thing>(mostThings);
  readonly #users: string[] = [];
  readonly #numbers = new Map<string, number>();

  see(step: Step): void {
    const { user } = step.session;
    if (user === 'nobody') return;
    const effect = mayHaveDone(step.response?.status, step.body) ? effectOf(step) : 'none';
    const named = namesIn(step);
    for (const key of named) this.#meet(key, user, effect === 'changes');
    for (const key of step.fresh) this.#meet(key, user, effect !== 'none');
    if (step.body && 'json' in step.body) this.#meetAll(step.body.json, step.operation.response, user);
  }

  /** A number for each user who shares a circle with another one; undefined for the others. */
  numbered(users: readonly string[]): ReadonlyMap<string, number> {
    const sizes = new Map<string, number>();
    for (const user of users) sizes.set(this.#joined.of(user), (sizes.get(this.#joined.of(user)) ?? 0) + 1);
    const shared = [...sizes].filter(([, size]) => size > 1).map(([top]) => top);
    const numbers = new Map(shared.map((top, index) => [top, index + 1]));
    return new Map(
      users.flatMap((user) => {
        const number = numbers.get(this.#joined.of(user));
        return number === undefined ? [] : [[user, number] as const];
      }),
    );
  }

  #meet(key: string, user: string, changes: boolean): void {
    const thing = this.#things.get(key) ?? { watchers: new Watchers(), changed: false };
    this.#things.set(key, thing);
    thing.changed ||= changes;
    const number = this.#numberOf(user);
    if (!thing.changed) {
      thing.watchers.add(number);
      return;
    }
    for (const other of thing.watchers) this.#joined.join(user, this.#users[other]!);
    thing.watchers.clear();
    thing.watchers.add(number);
  }

  #numberOf(user: string): number {
    const known = this.#numbers.get(user);
    if (known !== undefined) return known;
    this.#numbers.set(user, this.#users.length);
    return this.#users.push(user) - 1;
  }

  #meetAll(value: unknown, field: Field, user: string): void {
    if (isScalar(value)) {
      const key = field.secret ? undefined : nameKey(value, field.identity);
      if (key !== undefined) this.#meet(key, user, false);
    } else if (Array.isArray(value)) for (const each of value) this.#meetAll(each, field.item(), user);
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) this.#meetAll(member, field.member(name), user);
  }
}

/** Names the circle of a step: that of its user, joined with those of users whom the same user of the candidate plays. */
export const circleOf = ({ users }: Plan): ((step: Step) => string) => {
  const joined = new Joined();
  for (const { recorded, circle, actsAs } of users) {
    if (circle !== undefined) joined.join(`circle ${circle}`, recorded);
    if (actsAs !== 'as recorded' && actsAs !== 'nobody') joined.join(`actor ${actsAs}`, recorded);
  }
  return ({ session }) => joined.of(session.user);
};

// Tells from recorded answers whether a read that overlapped a change saw the change.
//
// The part of the answer that is about the changed thing is compared with the same part of other answers. If it equals an answer
// from before the change, it was read before the change; if it equals one from after it, it was read after it. If it differs from
// the answers before, and nothing else changed that thing in between, it was read after the change.
import { exactJson, jsonText } from '../../contract/text/exact-json.ts';
import type { Field } from '../compare/fields/field.ts';
import { isItem } from '../compare/pairing.ts';
import type { Aliases } from '../correlate/aliases.ts';
import { Bounded } from '../correlate/bounded.ts';
import { keysOf } from '../correlate/keys.ts';
import type { Step } from '../plan/steps.ts';
import { meet, type Placed } from './placement.ts';

type First = 'read' | 'change';

/** Addresses whose last answers are remembered, and how many of each. */
const mostAddresses = 500;
const mostAnswers = 32;
const mostChanges = 200;
const deepest = 3;

export class Testimony {
  readonly #aliases: Aliases;
  readonly #answers = new Bounded<string, Placed[]>(mostAddresses);
  readonly #changes: Placed[] = [];
  readonly #told = new WeakMap<Placed, Map<Placed, First | undefined>>();

  constructor(aliases: Aliases) {
    this.#aliases = aliases;
  }

  /** To be called with every step, in the order in which they began. */
  hear(placed: Placed): void {
    if (placed.placement.effect !== 'none') {
      this.#changes.push(placed);
      if (this.#changes.length > mostChanges) this.#changes.shift();
      return;
    }
    const address = addressOf(placed);
    const answers = this.#answers.get(address) ?? [];
    answers.push(placed);
    if (answers.length > mostAnswers) answers.shift();
    this.#answers.set(address, answers);
  }

  /** Undefined where no answer decides it. Ask only after every step that overlapped the two has been noted. */
  first(read: Placed, change: Placed): First | undefined {
    const told = this.#told.get(read) ?? new Map<Placed, First | undefined>();
    this.#told.set(read, told);
    if (!told.has(change)) told.set(change, this.#weighed(read, change));
    return told.get(change);
  }

  #weighed(read: Placed, change: Placed): First | undefined {
    // A step that should change something but did not was refused, and its answer does not show the thing.
    if (read.step.operation.changes) return undefined;
    const things = this.#names(change);
    const part = this.#part(read, things);
    if (part === undefined) return undefined;
    const others = (this.#answers.get(addressOf(read)) ?? []).filter((each) => each !== read);
    const before = others.filter(({ step }) => step.until <= change.step.sent);
    const after = others.filter(({ step }) => step.sent >= change.step.until);
    const isSame = (other: Placed) => this.#part(other, things) === part;
    const [isAsBefore, isAsAfter] = [before.some(isSame), after.some(isSame)];
    if (isAsBefore !== isAsAfter) return isAsBefore ? 'read' : 'change';
    if (isAsBefore) return undefined;
    const [last, next] = [before.findLast(({ step }) => step.until <= read.step.sent), after[0]];
    if (last && this.#isAlone(change, last.step.sent, read.step.until)) return 'change';
    return next && this.#isAlone(change, read.step.sent, next.step.until) ? 'read' : undefined;
  }

  /** Whether no other change of that thing was under way in between. */
  #isAlone(change: Placed, from: number, to: number): boolean {
    return this.#changes.every(
      (each) => each === change || !isAbout(each, change) || each.step.until <= from || each.step.at >= to,
    );
  }

  #names({ placement }: Placed): ReadonlySet<string> {
    return new Set([...placement.about].flatMap((name) => this.#aliases.of(name)));
  }

  /** What the answer says of these things; undefined when it says nothing. */
  #part({ step, placement }: Placed, things: ReadonlySet<string>): string | undefined {
    const { response, body } = contentOf(step);
    if (response === undefined) return undefined;
    const isOfRequest = [...placement.about].some((name) => this.#aliases.of(name).some((each) => things.has(each)));
    if (isOfRequest) return `${response.status} ${Buffer.from(response.body).toString('latin1')}`;
    const found = body !== undefined && itemAmong(body, step.operation.response, things, deepest);
    return found ? jsonText(found) : undefined;
  }
}

const addressOf = ({ step, placement }: Placed): string =>
  `${placement.circle} ${step.request.method} ${step.request.url}`;

const isAbout = (one: Placed, other: Placed): boolean =>
  one.placement.circle === other.placement.circle && meet(one.placement, other.placement);

/** A 304 is replaced by the answer that it stands for. */
const contentOf = ({ response, body, unmodified }: Step) =>
  unmodified
    ? { response: unmodified, body: exactJson(Buffer.from(unmodified.body).toString()) }
    : { response, body: body && 'json' in body ? body.json : undefined };

const itemAmong = (value: unknown, field: Field, things: ReadonlySet<string>, depth: number): object | undefined => {
  if (depth === 0) return undefined;
  if (Array.isArray(value)) {
    for (const each of value) {
      const found = itemAmong(each, field.item(), things, depth);
      if (found) return found;
    }
    return undefined;
  }
  if (!isItem(value)) return undefined;
  if (keysOf(value, field).some((key) => things.has(key))) return value;
  for (const [name, member] of Object.entries(value)) {
    const found = typeof member === 'object' ? itemAmong(member, field.member(name), things, depth - 1) : undefined;
    if (found) return found;
  }
  return undefined;
};

// Maps the recorded names of things to those of the candidate, one to one.
//
// A number identifies a thing only together with its kind. A generated name, such as a UUID in either case, identifies it alone.

import { inOneSpelling } from '../../contract/text/uuid.ts';
import { type Look, lookOf } from '../compare/values.ts';
import { Bounded } from './bounded.ts';
import type { Scalar } from './places.ts';

const mostNames = 50_000;
/** Shorter values, such as a card's code, may be equal by chance. */
const longEnoughToBeOne = 12;
/** Such as `wallet 7`: unique, because two things of one kind never have the same number. */
const numberOfKind = /^[^/ ]+ \d+$/;
const isOne = (liveKey: string): boolean => liveKey.length >= longEnoughToBeOne || numberOfKind.test(liveKey);

/** Undefined for what names nothing. */
export const nameKey = (
  value: Scalar,
  identity: string | undefined,
  look: Look = lookOf(value),
): string | undefined => {
  if (look === 'made') return inOneSpelling(String(value));
  return look === 'number' && identity !== undefined ? `${identity} ${value}` : undefined;
};

export class Renaming {
  readonly #live = new Bounded<string, Scalar>(mostNames);
  readonly #recorded = new Bounded<string, string>(mostNames);
  /** False where one user of the candidate plays several recorded users: then two recorded things may be one thing there. */
  readonly #oneToOne: boolean;

  /** The names that all users see, where this object has those of one user. */
  readonly #shared: Renaming | undefined;

  constructor(oneToOne = true, shared?: Renaming) {
    this.#oneToOne = oneToOne;
    this.#shared = shared;
  }

  /** The names that one user sees, because each user may be shown other things in the place of the recorded ones. */
  ofUser(): Renaming {
    return new Renaming(this.#oneToOne, this);
  }

  live(key: string): Scalar | undefined {
    return this.#live.get(key) ?? this.#shared?.live(key);
  }

  /** Whether the name is known only from answers to other users. */
  isInherited(key: string): boolean {
    return this.#shared !== undefined && this.#live.get(key) === undefined;
  }

  /** What the recording calls it; undefined for a name that is not known or may be that of several things. */
  recorded(liveKey: string): string | undefined {
    return this.#recorded.get(liveKey) ?? this.#shared?.recorded(liveKey);
  }

  /** Notes that a thing has this name now, and forgets an earlier one. */
  bind(key: string, liveKey: string, live: Scalar): void {
    this.#live.set(key, live);
    if (isOne(liveKey)) this.#recorded.set(liveKey, key);
    if (this.#shared?.live(key) === undefined) this.#shared?.bind(key, liveKey, live);
  }

  /** Whether the candidate may use this name for the thing; it must keep to the first name that it gives. */
  agrees(key: string, liveKey: string, live: Scalar): boolean {
    const known = this.live(key);
    if (known !== undefined) return String(known) === String(live);
    if (this.#oneToOne && isOne(liveKey)) {
      const other = this.recorded(liveKey);
      if (other !== undefined && other !== key) return false;
    }
    this.bind(key, liveKey, live);
    return true;
  }
}

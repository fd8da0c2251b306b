// The state of each copy of the recording that is played: the candidate's names, and which steps did not go as recorded.
import type { Exchange } from '../../exchange/exchange.ts';
import { type Read, wentOtherwise } from '../compare/answers.ts';
import type { Difference } from '../compare/difference.ts';
import { Masks } from '../compare/masks.ts';
import { type Clocks, createClocks } from '../compare/moments.ts';
import type { Aliases } from '../correlate/aliases.ts';
import { Bounded } from '../correlate/bounded.ts';
import { mayHaveDone } from '../correlate/effects.ts';
import { Renaming } from '../correlate/renaming.ts';
import { Validators, Versions } from '../correlate/validators.ts';
import type { Step } from '../plan/steps.ts';
import type { Onto } from '../shape/onto.ts';
import { Undemanded } from '../shape/undemanded.ts';
import { type Cause, Consequences } from '../verdict/consequences.ts';

const mostLeftOut = 50_000;

/** One copy of the sessions, played beside the others. */
export interface Copy {
  readonly renaming: Renaming;
  readonly consequences: Consequences;
  readonly validators: Validators;
  /** What the candidate has answered. */
  readonly versions: Versions;
  readonly masks: Masks;
  readonly clocks: Clocks;
  readonly undemanded: Undemanded;
}

export class Copies {
  readonly #count: number;
  readonly #oneToOne: boolean;
  #copies: readonly Copy[] = [];
  readonly #views = new Map<string, Copy>();
  /** By the numbers of the steps; the same in all copies. */
  readonly #leftOut = new Bounded<number, true>(mostLeftOut);

  /** `oneToOne`: whether no two recorded users are played by the same one. */
  constructor(count: number, oneToOne: boolean) {
    this.#count = count;
    this.#oneToOne = oneToOne;
  }

  /** To be called when the recording is played from its beginning. */
  begin(aliases: Aliases, onto?: Onto): void {
    this.#views.clear();
    this.#copies = Array.from({ length: this.#count }, () => {
      const renaming = new Renaming(this.#oneToOne);
      onto?.introduce(renaming);
      return {
        renaming,
        consequences: new Consequences(aliases, renaming),
        validators: new Validators(),
        versions: new Versions(),
        masks: new Masks(),
        clocks: createClocks(),
        undemanded: new Undemanded(),
      };
    });
  }

  at(copy: number): Copy {
    return this.#copies[copy]!;
  }

  /** The copy with the names of things that this user of the profile sees, where the candidate has other data. */
  seenBy(user: string, copy: number): Copy {
    const key = `${copy} ${user}`;
    const common = this.at(copy);
    const view = this.#views.get(key) ?? { ...common, renaming: common.renaming.ofUser() };
    this.#views.set(key, view);
    return view;
  }

  isLeftOut(number: number): boolean {
    return this.#leftOut.get(number) === true;
  }

  /** To be called for a step that a filter keeps out of every copy. */
  leaveOut(step: Step): void {
    this.#leftOut.set(step.number, true);
    for (const { consequences } of this.#copies)
      consequences.wentAstray(step, { field: undefined, leftOut: true }, mayHaveDoneThen(step));
  }

  /** The step was not sent in this copy. `leftOut`: because a step that it needs was left out. */
  notSent(step: Step, { consequences }: Copy, leftOut: boolean): void {
    if (leftOut) this.#leftOut.set(step.number, true);
    consequences.wentAstray(step, { field: undefined, leftOut }, mayHaveDoneThen(step));
  }

  /** The candidate carried out a step that was never carried out in the recording. */
  didMore(step: Step, { consequences }: Copy): void {
    consequences.wentAstray(step, { field: 'second factor', leftOut: false }, true);
  }

  /** What each of the differences follows from. */
  causesOf(step: Step, { consequences }: Copy, differences: readonly Difference[]): readonly (Cause | undefined)[] {
    const whole = consequences.of(step);
    // What its answer would have brought is missing because something before it was left out.
    if (whole?.leftOut) this.#leftOut.set(step.number, true);
    return differences.map((each) => whole ?? consequences.ofDifference(step, each));
  }

  answered(step: Step, { consequences }: Copy, { outcome }: Exchange, got: Read | undefined): void {
    const status = outcome.kind === 'answered' ? outcome.response.status : undefined;
    const { response, body } = step;
    if (response && outcome.kind === 'answered' && !wentOtherwise(response, body, outcome.response, got)) return;
    const done = mayHaveDoneThen(step) || mayHaveDone(status, got);
    consequences.wentAstray(step, { field: 'status', leftOut: false }, done);
    if (status === 401) consequences.wasNotLetIn(step);
  }
}

const mayHaveDoneThen = ({ response, body }: Step): boolean => mayHaveDone(response?.status, body);

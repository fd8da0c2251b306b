// The account of a replay: every recorded exchange is sent, filtered, held back or failed; anything else is an error of ours.

import { ByReason, type Met } from '../../exchange/traffic/by-reason.ts';

type Fate = 'sent' | 'filtered' | 'heldBack' | 'failed';

export interface Account {
  readonly recorded: number;
  readonly sent: number;
  readonly filtered: number;
  readonly heldBack: number;
  readonly failed: number;
  /** Why, with counts. */
  readonly because: Readonly<Record<Exclude<Fate, 'sent'>, Readonly<Record<string, number>>>>;
  /** Requests that the replay added, such as logins, repeats after a 429 and what was sent again on a new connection. */
  readonly added: Readonly<Record<string, number>>;
  /** What could not be sent as recorded, because the recording hides it, with counts; absent where everything could. */
  readonly unlike?: Readonly<Record<string, number>>;
  /** Entries of the file that are no exchanges. */
  readonly unusable: number;
  readonly whyUnusable: readonly Met[];
  /** Parts of exchanges that say nothing of the recorded server; absent where there are none. */
  readonly omitted?: readonly Met[];
}

const mostReasons = 200;

export class Accounting {
  recorded = 0;
  readonly unusable = new ByReason();
  readonly omitted = new ByReason();
  readonly #counts: Record<Fate, number> = { sent: 0, filtered: 0, heldBack: 0, failed: 0 };
  readonly #reasons: Record<Exclude<Fate, 'sent'>, Map<string, number>> = {
    filtered: new Map(),
    heldBack: new Map(),
    failed: new Map(),
  };
  readonly #added = new Map<string, number>();
  readonly #unlike = new Map<string, number>();

  sent(): void {
    this.#counts.sent += 1;
  }

  enter(fate: Exclude<Fate, 'sent'>, reason: string): void {
    this.#counts[fate] += 1;
    const reasons = this.#reasons[fate];
    const key = reasons.has(reason) || reasons.size < mostReasons ? reason : 'other reasons';
    reasons.set(key, (reasons.get(key) ?? 0) + 1);
  }

  add(what: string): void {
    const key = this.#added.has(what) || this.#added.size < mostReasons ? what : 'other requests';
    this.#added.set(key, (this.#added.get(key) ?? 0) + 1);
  }

  /** The candidate closed the connection before a byte of the answer, so the request was sent on a new one. */
  sentAgain(what: string): void {
    this.add(`${what}, sent again after a kept-alive connection had ended`);
  }

  sentUnlike(what: string): void {
    this.#unlike.set(what, (this.#unlike.get(what) ?? 0) + 1);
  }

  get account(): Account {
    const { filtered, heldBack, failed } = this.#reasons;
    return {
      recorded: this.recorded,
      ...this.#counts,
      because: {
        filtered: Object.fromEntries(filtered),
        heldBack: Object.fromEntries(heldBack),
        failed: Object.fromEntries(failed),
      },
      added: Object.fromEntries(this.#added),
      ...(this.#unlike.size > 0 && { unlike: Object.fromEntries(this.#unlike) }),
      unusable: this.unusable.met.reduce((sum, { count }) => sum + count, 0),
      whyUnusable: this.unusable.met,
      ...(this.omitted.met.length > 0 && { omitted: this.omitted.met }),
    };
  }
}

/** How many exchanges are in none of the counts. */
export const unexplained = ({ recorded, sent, filtered, heldBack, failed }: Account): number =>
  recorded - sent - filtered - heldBack - failed;

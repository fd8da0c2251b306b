// The requests and answers of one recorded user, in order, and which of these answers is due next.
//
// A change is answered with the recorded answers to such changes, each once, in order. A read gets no answer from after
// a recorded change that has not been asked for yet: until then its last answer is repeated.
import { credentialsOf } from '../correlate/credentials.ts';
import type { Step } from '../plan/steps.ts';
import { type Features, featuresOf, type Likeness, likeness } from './likeness.ts';

export interface Answer {
  readonly step: Step;
  readonly likeness: Likeness;
  /** To be called when the answer is given. */
  played(): void;
}

interface Entry {
  readonly step: Step;
  readonly features: Features;
  played: boolean;
}

/** False also for requests of a browser's file, which leaves credentials out and to which the plan adds them. */
export const showsCredentials = ({ request }: Step): boolean => credentialsOf(request).kind !== 'none';

export class Tape {
  readonly #entries: Entry[] = [];
  /** The indexes of entries, by the key of their operation. */
  readonly #kinds = new Map<string, number[]>();

  add(step: Step): void {
    const kind = this.#kinds.get(step.operation.key) ?? [];
    kind.push(this.#entries.length);
    this.#kinds.set(step.operation.key, kind);
    this.#entries.push({ step, features: featuresOf(step.request), played: false });
  }

  /** `bare`: the request has no credentials, so answers to requests with credentials do not fit. */
  find(operation: string, asked: Features, bare: boolean): Answer | undefined {
    const alike = this.#alike(operation, asked).filter(
      ({ index }) => !bare || !showsCredentials(this.#entries[index]!.step),
    );
    const first = alike[0];
    if (first === undefined) return undefined;
    const best = alike.filter(({ likeness }) => rank(likeness) === rank(first.likeness)).sort(byIndex);
    const { index, likeness } = this.#isChange(first.index) ? this.#nextChange(best) : this.#nextReading(best);
    const entry = this.#entries[index]!;
    return {
      step: entry.step,
      likeness,
      played() {
        entry.played = true;
      },
    };
  }

  #alike(operation: string, asked: Features): Candidate[] {
    const found: Candidate[] = [];
    for (const index of this.#kinds.get(operation) ?? []) {
      const like = likeness(this.#entries[index]!.features, asked);
      if (like) found.push({ index, likeness: like });
    }
    return found.sort((one, other) => rank(one.likeness) - rank(other.likeness));
  }

  #nextChange(candidates: readonly Candidate[]): Candidate {
    return candidates.find(({ index }) => !this.#entries[index]!.played) ?? candidates.at(-1)!;
  }

  #nextReading(candidates: readonly Candidate[]): Candidate {
    const before = this.#changedUntil();
    const next = this.#entries.findIndex((entry, index) => index > before && !entry.played && hasChanged(entry.step));
    const end = next < 0 ? this.#entries.length : next;
    const due = candidates.filter(({ index }) => index < end);
    return due.find(({ index }) => index > before && !this.#entries[index]!.played) ?? due.at(-1) ?? candidates[0]!;
  }

  #isChange(index: number): boolean {
    return this.#entries[index]!.step.operation.changes;
  }

  #changedUntil(): number {
    return this.#entries.findLastIndex(({ played, step }) => played && hasChanged(step));
  }
}

interface Candidate {
  readonly index: number;
  readonly likeness: Likeness;
}

/** Smaller for a nearer request. */
export const rank = ({ differing, standIns }: Likeness): number => differing.length * 1000 + standIns;

const byIndex = (one: Candidate, other: Candidate): number => one.index - other.index;

/** Whether the step was a change that was not refused. */
const hasChanged = ({ operation, response }: Step): boolean =>
  operation.changes && !operation.ofSession && response !== undefined && response.status < 400;

// What must be over before a request may go: the answers that it refers to, and the answers that its client had before sending it.
//
// Within a client session no request overtakes another. A request that the client sent after it had an answer waits for that
// answer: always where no clock keeps them apart, and on a clock only when one of the two may change something, because reads may
// overtake reads. Within a circle, a read sees every change before it and no change after it: of a read and a change, and of two
// changes of one thing, the later waits for the earlier, whoever sent them, on a clock as well. Changes that overlapped and have
// nothing in common may overlap again.
import type { Step } from '../plan/steps.ts';
import { meet, type Placement, wasOverBefore } from './placement.ts';

/** A step on its way, in one of the copies that are played side by side. */
export interface Play {
  readonly step: Step;
  readonly copy: number;
  readonly placement: Placement;
  /** Milliseconds on the monotonic clock; undefined when there is no clock to keep. */
  readonly due: number | undefined;
  /** For how many others it still waits. */
  waiting: number;
  /** It could not go when it was due. */
  held: boolean;
  sent: boolean;
  /** It waits for the answers to all earlier requests of its session. */
  afterAll: boolean;
  readonly afterSending: Play[];
  readonly afterAnswer: Play[];
}

interface Order {
  /** To be called in sequence. The step may go when `waiting` of the result is 0. */
  admit(step: Step, placement: Placement, copy: number, due: number | undefined): Play;
  /** Returns those that may go now. */
  sent(play: Play): Play[];
  over(play: Play): Play[];
}

interface Open {
  readonly changes: Set<Play>;
  readonly reads: Set<Play>;
}

export const createOrder = (onClock: boolean): Order => {
  const pending: Map<number, Play>[] = [];
  /** The plays of each session that are not over, in sequence. */
  const sessions: Map<string, Play[]>[] = [];
  const circles: Map<string, Open>[] = [];

  /** Keeps changes, and the reads before and after them, in sequence. */
  const amongCircle = (play: Play, needed: Set<Play>): void => {
    const { step, copy, placement } = play;
    circles[copy] ??= new Map();
    const open = circles[copy].get(placement.circle) ?? { changes: new Set(), reads: new Set() };
    circles[copy].set(placement.circle, open);
    const reads = placement.effect === 'none';
    for (const earlier of open.changes)
      if (reads || wasOverBefore(earlier.step, step) || meet(earlier.placement, placement)) needed.add(earlier);
    if (!reads) for (const earlier of open.reads) needed.add(earlier);
    (reads ? open.reads : open.changes).add(play);
  };

  /** Sending and answering both go in sequence, so it is enough to look at the latest: what holds for it holds for all before it. */
  const amongSession = (play: Play, open: readonly Play[], needed: Set<Play>): void => {
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const earlier = open[index]!;
      const mattered = !onClock || earlier.step.operation.changes || play.step.operation.changes;
      if (mattered && wasOverBefore(earlier.step, play.step)) {
        needed.add(earlier);
        if (earlier.afterAll) break;
      } else play.afterAll = false;
    }
    const latest = open.at(-1);
    if (latest === undefined || latest.sent || needed.has(latest)) return;
    latest.afterSending.push(play);
    play.waiting += 1;
  };

  const released = (plays: readonly Play[]): Play[] =>
    plays.filter((play) => {
      play.waiting -= 1;
      return play.waiting === 0;
    });

  return {
    admit(step, placement, copy, due) {
      pending[copy] ??= new Map();
      sessions[copy] ??= new Map();
      const play: Play = {
        step,
        copy,
        placement,
        due,
        waiting: 0,
        held: false,
        sent: false,
        afterAll: true,
        afterSending: [],
        afterAnswer: [],
      };
      const needed = new Set<Play>();
      for (const { origin } of step.references) {
        const earlier = pending[copy].get(origin.number);
        if (earlier) needed.add(earlier);
      }
      if (step.session.id !== 'anonymous') {
        const open = sessions[copy].get(step.session.id) ?? [];
        sessions[copy].set(step.session.id, open);
        amongSession(play, open, needed);
        open.push(play);
        if (!step.operation.ofSession) amongCircle(play, needed);
      }
      for (const earlier of needed) earlier.afterAnswer.push(play);
      play.waiting += needed.size;
      play.held = play.waiting > 0;
      pending[copy].set(step.number, play);
      return play;
    },
    sent(play) {
      play.sent = true;
      return released(play.afterSending.splice(0));
    },
    over(play) {
      pending[play.copy]?.delete(play.step.number);
      const open = sessions[play.copy]?.get(play.step.session.id) ?? [];
      const place = open.indexOf(play);
      if (place >= 0) open.splice(place, 1);
      const { circle } = play.placement;
      const inCircle = circles[play.copy]?.get(circle);
      inCircle?.changes.delete(play);
      inCircle?.reads.delete(play);
      if (inCircle && inCircle.changes.size + inCircle.reads.size === 0) circles[play.copy]?.delete(circle);
      if (open.length === 0) sessions[play.copy]?.delete(play.step.session.id);
      return [...released(play.afterSending.splice(0)), ...released(play.afterAnswer.splice(0))];
    },
  };
};

// Decides for which answers a request waits before it is sent: those that it refers to, and those that its client had at that time.
//
// Requests of one client session are sent in the recorded order. A request that the client sent after it had an answer waits for
// that answer. On a clock it waits only when one of the two requests may change something, because the clock keeps the order of reads.
//
// Within a circle (users who see each other's changes) a read must see the changes before it and none after it, on a clock as well.
// So of a read and a change, and of two changes of one thing, the later waits for the answer to the earlier. Two changes that
// overlapped in the recording and have nothing in common may overlap again.
import type { Step } from '../plan/steps.ts';
import { meet, type Placement, wasOverBefore } from './placement.ts';

/** A step on its way, in one of the copies that are sent side by side. */
export interface Sending {
  readonly step: Step;
  readonly copy: number;
  readonly placement: Placement;
  /** Milliseconds on the monotonic clock; undefined when there is no clock to keep. */
  readonly due: number | undefined;
  /** The number of steps for which it still waits. */
  waiting: number;
  /** It was not sent when it was due, because it had to wait. */
  held: boolean;
  sent: boolean;
  /** It waits for the answers to all earlier requests of its session. */
  afterAll: boolean;
  readonly afterSending: Sending[];
  readonly afterAnswer: Sending[];
}

interface Order {
  /** To be called in sequence. The step may go when `waiting` of the result is 0. */
  admit(step: Step, placement: Placement, copy: number, due: number | undefined): Sending;
  /** Returns those that may go now. */
  sent(sending: Sending): Sending[];
  over(sending: Sending): Sending[];
}

interface Open {
  readonly changes: Set<Sending>;
  readonly reads: Set<Sending>;
}

export const createOrder = (onClock: boolean): Order => {
  const pending: Map<number, Sending>[] = [];
  /** The unfinished steps of each session, in sequence. */
  const sessions: Map<string, Sending[]>[] = [];
  const circles: Map<string, Open>[] = [];

  /** Makes a step wait for the earlier changes, or reads, of its circle. */
  const amongCircle = (sending: Sending, needed: Set<Sending>): void => {
    const { step, copy, placement } = sending;
    circles[copy] ??= new Map();
    const open = circles[copy].get(placement.circle) ?? { changes: new Set(), reads: new Set() };
    circles[copy].set(placement.circle, open);
    const reads = placement.effect === 'none';
    for (const earlier of open.changes)
      if (reads || wasOverBefore(earlier.step, step) || meet(earlier.placement, placement)) needed.add(earlier);
    if (!reads) for (const earlier of open.reads) needed.add(earlier);
    (reads ? open.reads : open.changes).add(sending);
  };

  /** Stops at the first step that waits for all earlier ones: waiting for its answer includes waiting for theirs. */
  const amongSession = (sending: Sending, open: readonly Sending[], needed: Set<Sending>): void => {
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const earlier = open[index]!;
      const mattered = !onClock || earlier.step.operation.changes || sending.step.operation.changes;
      if (mattered && wasOverBefore(earlier.step, sending.step)) {
        needed.add(earlier);
        if (earlier.afterAll) break;
      } else sending.afterAll = false;
    }
    const latest = open.at(-1);
    if (latest === undefined || latest.sent || needed.has(latest)) return;
    latest.afterSending.push(sending);
    sending.waiting += 1;
  };

  const released = (sendings: readonly Sending[]): Sending[] =>
    sendings.filter((sending) => {
      sending.waiting -= 1;
      return sending.waiting === 0;
    });

  return {
    admit(step, placement, copy, due) {
      pending[copy] ??= new Map();
      sessions[copy] ??= new Map();
      const sending: Sending = {
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
      const needed = new Set<Sending>();
      for (const { origin } of step.references) {
        const earlier = pending[copy].get(origin.number);
        if (earlier) needed.add(earlier);
      }
      if (step.session.id !== 'anonymous') {
        const open = sessions[copy].get(step.session.id) ?? [];
        sessions[copy].set(step.session.id, open);
        amongSession(sending, open, needed);
        open.push(sending);
        if (!step.operation.ofSession) amongCircle(sending, needed);
      }
      for (const earlier of needed) earlier.afterAnswer.push(sending);
      sending.waiting += needed.size;
      sending.held = sending.waiting > 0;
      pending[copy].set(step.number, sending);
      return sending;
    },
    sent(sending) {
      sending.sent = true;
      return released(sending.afterSending.splice(0));
    },
    over(sending) {
      pending[sending.copy]?.delete(sending.step.number);
      const open = sessions[sending.copy]?.get(sending.step.session.id) ?? [];
      const place = open.indexOf(sending);
      if (place >= 0) open.splice(place, 1);
      const { circle } = sending.placement;
      const inCircle = circles[sending.copy]?.get(circle);
      inCircle?.changes.delete(sending);
      inCircle?.reads.delete(sending);
      if (inCircle && inCircle.changes.size + inCircle.reads.size === 0) circles[sending.copy]?.delete(circle);
      if (open.length === 0) sessions[sending.copy]?.delete(sending.step.session.id);
      return [...released(sending.afterSending.splice(0)), ...released(sending.afterAnswer.splice(0))];
    },
  };
};

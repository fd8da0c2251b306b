// What must be over before a request may go: the answers that it refers to, and what its client had seen before sending it.
//
// Within a client session nothing overtakes. A request that the client sent after it had an answer waits for that answer: always
// when there is no clock to keep them apart, and on a clock only when one of the two may change something: reads may overtake
// reads. What changes something also keeps its place among all requests of its user: another session may have looked at it. Of
// requests that overlapped a clock says enough, and without one the likelier order of change and read is kept. Changes that
// overlapped may overlap again: their limits, and who of them wins, are part of what was recorded.
import type { Step } from '../plan/steps.ts';

/** A step on its way, in one of the copies that are played side by side. */
export interface Play {
  readonly step: Step;
  readonly copy: number;
  /** Who sends it. */
  readonly user: string;
  /** Milliseconds on the monotonic clock; undefined when there is no clock to keep. */
  readonly due: number | undefined;
  /** How many it still waits for. */
  waiting: number;
  /** It could not go when it was due. */
  held: boolean;
  sent: boolean;
  readonly afterSending: Play[];
  readonly afterAnswer: Play[];
}

interface Order {
  /** `waiting` of the result says whether it may go. */
  admit(step: Step, copy: number, due: number | undefined): Play;
  /** Those that may go now. */
  sent(play: Play): Play[];
  over(play: Play): Play[];
}

interface Open {
  readonly changes: Set<Play>;
  readonly reads: Set<Play>;
}

const wasOverBefore = (earlier: Step, step: Step): boolean => earlier.until <= step.at;

/** Of two that overlapped, nobody knows which came first; the one whose middle did is the likelier. */
const wasLikelyFirst = (earlier: Step, step: Step): boolean => earlier.sent + earlier.until <= step.sent + step.until;

const changesThings = ({ step: { operation } }: Play): boolean => operation.changes && !operation.ofSession;

/** `whose` names the candidate's user who sends a step. */
export const createOrder = (onClock: boolean, whose: (step: Step) => string): Order => {
  const pending: Map<number, Play>[] = [];
  const sessions: Map<string, Set<Play>>[] = [];
  const users: Map<string, Open>[] = [];

  /** Keeps changes and what was seen before and after them in their recorded order. */
  const amongUsers = (play: Play, needed: Set<Play>): void => {
    const { step, copy } = play;
    users[copy] ??= new Map();
    const open = users[copy].get(play.user) ?? { changes: new Set(), reads: new Set() };
    users[copy].set(play.user, open);
    const changes = changesThings(play);
    const changeAndRead = onClock ? wasOverBefore : wasLikelyFirst;
    const afterChange = changes ? wasOverBefore : changeAndRead;
    for (const earlier of open.changes) if (afterChange(earlier.step, step)) needed.add(earlier);
    if (changes) for (const earlier of open.reads) if (changeAndRead(earlier.step, step)) needed.add(earlier);
    (changes ? open.changes : open.reads).add(play);
  };

  const released = (plays: readonly Play[]): Play[] =>
    plays.filter((play) => {
      play.waiting -= 1;
      return play.waiting === 0;
    });

  return {
    admit(step, copy, due) {
      pending[copy] ??= new Map();
      sessions[copy] ??= new Map();
      const play: Play = {
        step,
        copy,
        user: whose(step),
        due,
        waiting: 0,
        held: false,
        sent: false,
        afterSending: [],
        afterAnswer: [],
      };
      const needed = new Set<Play>();
      for (const { origin } of step.references) {
        const earlier = pending[copy].get(origin.number);
        if (earlier) needed.add(earlier);
      }
      if (step.session.id !== 'anonymous') {
        const open = sessions[copy].get(step.session.id) ?? new Set();
        sessions[copy].set(step.session.id, open);
        for (const earlier of open) {
          const mattered = !onClock || earlier.step.operation.changes || step.operation.changes;
          const seen = mattered && wasOverBefore(earlier.step, step);
          if (seen) needed.add(earlier);
          else if (!earlier.sent) {
            earlier.afterSending.push(play);
            play.waiting += 1;
          }
        }
        open.add(play);
        if (!step.operation.ofSession) amongUsers(play, needed);
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
      const open = sessions[play.copy]?.get(play.step.session.id);
      open?.delete(play);
      const ofUser = users[play.copy]?.get(play.user);
      ofUser?.changes.delete(play);
      ofUser?.reads.delete(play);
      if (ofUser && ofUser.changes.size + ofUser.reads.size === 0) users[play.copy]?.delete(play.user);
      if (open?.size === 0) sessions[play.copy]?.delete(play.step.session.id);
      return [...released(play.afterSending.splice(0)), ...released(play.afterAnswer.splice(0))];
    },
  };
};

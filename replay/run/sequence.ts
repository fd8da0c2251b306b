// Brings the steps of a recording into the order in which they most likely took effect, where several of a circle were under way at once.
//
// A step took effect at some moment between its sending and its answer. Requests that were apart need no more than that. Of
// those that overlapped, the answers tell: what reads the same as before was read before the change beside it, what reads
// otherwise after it, and what was refused after what was done. Where no answer tells, the middle is the likeliest moment.
import { createHash } from 'node:crypto';
import { Bounded } from '../correlate/bounded.ts';
import { type Effect, effectOf, mayHaveDone } from '../correlate/effects.ts';
import { namesIn, placeOf } from '../correlate/names.ts';
import type { Planned, Step } from '../plan/steps.ts';

/** Where a step stands among those of its circle. */
export interface Placement {
  readonly circle: string;
  readonly effect: Effect;
  /** The things that it names, or the place that it is about. */
  readonly about: ReadonlySet<string>;
}

type PlannedStep = Extract<Planned, { kind: 'step' }>;
export type Sequenced = (PlannedStep & { readonly placement: Placement }) | Exclude<Planned, PlannedStep>;

interface Held {
  readonly step: Step;
  readonly placement: Placement;
  /** Milliseconds since 1970 at which it is taken to have taken effect. */
  moment: number;
}

interface Answered {
  readonly digest: string;
  readonly sent: number;
  readonly until: number;
}

const mostAnswers = 20_000;
const mostHeld = 500;
const mostHeldBytes = 4 * 1024 * 1024;
const mostRecent = 200;

const overlapped = (one: Step, other: Step): boolean => one.at < other.until && other.at < one.until;
const wasOverBefore = (one: Step, other: Step): boolean => one.until <= other.at;

/** Whether the two are about one thing. */
export const meet = ({ about }: Placement, other: Placement): boolean =>
  [...about].some((each) => other.about.has(each));

/** Whether it matters which of the two goes first: of changes that have nothing in common, it does not. */
export const isBound = (one: Placement, other: Placement): boolean => {
  if (one.circle !== other.circle || (one.effect === 'none' && other.effect === 'none')) return false;
  return one.effect === 'none' || other.effect === 'none' || meet(one, other);
};

const middleOf = ({ sent, until }: Step): number => (sent + until) / 2;
const wasRefused = ({ response }: Step): boolean =>
  response !== undefined && response.status >= 400 && response.status < 500;

export async function* sequenced(
  steps: AsyncIterable<Planned>,
  circleOf: (step: Step) => string,
): AsyncGenerator<Sequenced> {
  const held: Held[] = [];
  let bytes = 0;
  const answers = new Bounded<string, Answered>(mostAnswers);
  const recent: Held[] = [];

  /** What the answer to a read says of the changes beside it. */
  const placeRead = (read: Held): void => {
    const { step, placement } = read;
    if (step.response === undefined) return;
    const key = `${placement.circle} ${step.request.method} ${step.request.url}`;
    const before = answers.get(key);
    const digest = createHash('sha1').update(`${step.response.status} `).update(step.response.body).digest('base64');
    if (before === undefined || before.until <= step.until)
      answers.set(key, { digest, sent: step.sent, until: step.until });
    if (before === undefined || before.until > step.sent) return;
    const related = recent.filter((change) => change.placement.circle === placement.circle && concerns(change, read));
    const beside = related.filter(({ step: change }) => overlapped(change, step));
    if (before.digest === digest) {
      read.moment = step.sent;
      for (const change of beside)
        if (change.step.at >= before.until) change.moment = Math.max(change.moment, step.sent);
      return;
    }
    const isExplained = related.some(({ step: change }) => change.until > before.sent && change.until <= step.sent);
    if (isExplained || beside.length !== 1) return;
    read.moment = step.until;
    beside[0]!.moment = Math.min(beside[0]!.moment, step.until);
  };

  const take = (step: Step): void => {
    const effect = mayHaveDone(step.response?.status, step.body) ? effectOf(step) : 'none';
    const names = namesIn(step);
    const about = new Set(names.length > 0 ? names : [placeOf(step)]);
    const one: Held = { step, placement: { circle: circleOf(step), effect, about }, moment: middleOf(step) };
    if (effect !== 'none') {
      recent.push(one);
      if (recent.length > mostRecent) recent.shift();
    } else if (!step.operation.changes) placeRead(one);
    else if (wasRefused(step)) one.moment = step.until;
    held.push(one);
    bytes += bytesOf(step);
  };

  const precedes = (other: Held, otherAt: number, one: Held, at: number): boolean => {
    if (otherAt === at) return false;
    if (!overlapped(one.step, other.step)) return wasOverBefore(other.step, one.step);
    const isEarlier = other.moment < one.moment || (other.moment === one.moment && otherAt < at);
    return isEarlier && isBound(one.placement, other.placement);
  };

  /** The first that nothing else which is held has to precede. */
  const next = (): Held => {
    const index = held.findIndex((one, at) => !held.some((other, otherAt) => precedes(other, otherAt, one, at)));
    const [one] = held.splice(Math.max(0, index), 1);
    bytes -= bytesOf(one!.step);
    return one!;
  };

  for await (const planned of steps) {
    if (planned.kind !== 'step') {
      yield planned;
      continue;
    }
    take(planned.step);
    // Nothing that comes later in the file can have overlapped what was over by then.
    while (
      held.length > 0 &&
      (held[0]!.step.until <= planned.step.at || held.length > mostHeld || bytes > mostHeldBytes)
    )
      yield asPlanned(next());
  }
  while (held.length > 0) yield asPlanned(next());
}

const asPlanned = ({ step, placement }: Held): Sequenced => ({ kind: 'step', step, placement });

/** Whether the change may show in what is read. */
const concerns = (change: Held, read: Held): boolean =>
  meet(change.placement, read.placement) || placeOf(change.step) === placeOf(read.step);

const bytesOf = ({ request, response }: Step): number => (request.body?.length ?? 0) + (response?.body.length ?? 0);

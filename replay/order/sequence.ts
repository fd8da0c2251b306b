// Orders the steps of a circle that were under way at the same time as they most likely took effect.
//
// Steps that did not overlap are ordered by time, others by what their answers show. Where neither decides, the step that was answered
// first comes first, because requests mostly wait before they take effect and seldom afterwards.
import type { Aliases } from '../correlate/aliases.ts';
import type { Planned, Step } from '../plan/steps.ts';
import { isBound, type Placed, type Placement, placementOf, wasOverBefore } from './placement.ts';
import { Testimony } from './testimony.ts';

type PlannedStep = Extract<Planned, { kind: 'step' }>;
export type Sequenced = (PlannedStep & { readonly placement: Placement }) | Exclude<Planned, PlannedStep>;

interface Sequencing {
  circleOf(step: Step): string;
  readonly aliases: Aliases;
}

/** At least so many steps are held, because later answers may tell what a read saw. */
const fewestHeld = 64;
const mostHeld = 500;
const mostHeldBytes = 4 * 1024 * 1024;

export async function* sequenced(
  steps: AsyncIterable<Planned>,
  { circleOf, aliases }: Sequencing,
): AsyncGenerator<Sequenced> {
  const held: Placed[] = [];
  const testimony = new Testimony(aliases);
  let bytes = 0;

  const tookEffectFirst = (one: Placed, other: Placed): boolean => {
    const [reads, alsoReads] = [one.placement.effect === 'none', other.placement.effect === 'none'];
    if (reads !== alsoReads) {
      const first = reads ? testimony.first(one, other) : testimony.first(other, one);
      if (first !== undefined) return (first === 'read') === reads;
    }
    return (
      one.step.until < other.step.until || (one.step.until === other.step.until && one.step.number < other.step.number)
    );
  };

  const hasToPrecede = (one: Placed, other: Placed): boolean => {
    if (one === other) return false;
    if (wasOverBefore(one.step, other.step)) return true;
    return (
      isBound(one.placement, other.placement) && !wasOverBefore(other.step, one.step) && tookEffectFirst(one, other)
    );
  };

  const isFree = (one: Placed): boolean => {
    for (const other of held) if (hasToPrecede(other, one)) return false;
    return true;
  };

  /** The first held step that has to follow no other held one. */
  const next = (): Sequenced => {
    const [{ step, placement }] = held.splice(Math.max(0, held.findIndex(isFree)), 1) as [Placed];
    bytes -= bytesOf(step);
    return { kind: 'step', step, placement };
  };

  for await (const planned of steps) {
    if (planned.kind !== 'step') {
      yield planned;
      continue;
    }
    const { step } = planned;
    const placed = { step, placement: placementOf(step, circleOf(step)) };
    testimony.hear(placed);
    held.push(placed);
    bytes += bytesOf(step);
    // A step that comes later in the file began later, so it cannot overlap a step that was over by then.
    const isKnown = () => held.length > fewestHeld && held[0]!.step.until <= step.at;
    while (isKnown() || held.length > mostHeld || (bytes > mostHeldBytes && held.length > 0)) yield next();
  }
  while (held.length > 0) yield next();
}

const bytesOf = ({ request, response }: Step): number => (request.body?.length ?? 0) + (response?.body.length ?? 0);

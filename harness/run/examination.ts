// Does one check at a workspace: what came of it, for the verdict, and how it ended, for who ran it.
import type { Declaration } from '../declare/declaration.ts';
import { confirmed, doubtsOf, type Tried } from './confirmation.ts';
import { type Ending, excused, heldUp, outcomeOf } from './ending.ts';
import type { OnFinding, Workspace } from './workspace.ts';

/** What goes on around a check. */
export interface Surroundings {
  /** Whether it belongs to those that conclude from time and load, and are done while nothing else is. */
  readonly isQuiet: boolean;
  /** Waits until nothing else of the run goes on; false when it waited in vain. */
  alone(): Promise<boolean>;
  /** Rejects with `Overdue` when the work takes too long; absent where somebody else sees to that. */
  inTime?(work: Promise<void>): Promise<void>;
  readonly onFinding?: OnFinding;
}

/**
 * A failure that time or load may have caused is asked about once more, alone, and with all that several checks share found out anew.
 */
export async function examine(
  declared: Declaration,
  workspace: Workspace,
  surroundings: Surroundings,
): Promise<Pick<Tried, 'record' | 'ending'>> {
  const first = await tried(declared, workspace, surroundings);
  if (doubtsOf(first).length === 0 || !(await surroundings.alone())) return first;
  workspace.startAnew();
  return confirmed(first, await tried(declared, workspace, surroundings));
}

async function tried(
  { id, body }: Declaration,
  workspace: Workspace,
  { isQuiet, inTime = (work) => work, onFinding }: Surroundings,
): Promise<Tried> {
  const session = workspace.begin(id, onFinding);
  const ended = excused(await endingOf(() => inTime(session.within(() => body(session.check)))), session.unanswered());
  const ending = heldUp(ended, session.timedOut());
  return { ending, ...session.end(outcomeOf(ending), ended, isQuiet) };
}

async function endingOf(work: () => Promise<void>): Promise<Ending> {
  try {
    await work();
    return { kind: 'returned' };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

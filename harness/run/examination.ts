// Does one check at a workspace. Returns its record, for the verdict, and how it ended, for the test runner.
import type { Declaration } from '../declare/declaration.ts';
import { confirmed, doubtsOf, type Tried } from './confirmation.ts';
import { type Ending, excused, heldUp, outcomeOf } from './ending.ts';
import type { OnFinding, Workspace } from './workspace.ts';

/** What goes on around a check. */
export interface Surroundings {
  /** Whether the check concludes from time and load, so that it is done while nothing else is. */
  readonly isQuiet: boolean;
  /** Waits until nothing else of the run goes on; false when it waited in vain. */
  alone(): Promise<boolean>;
  /** Rejects with `Overdue` when the work takes too long; absent where the caller limits the time. */
  inTime?(work: Promise<void>): Promise<void>;
  readonly onFinding?: OnFinding;
}

/**
 * A check whose failure time or load may have caused is done once more, alone and with all shared results found out anew.
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

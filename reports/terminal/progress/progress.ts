// Chooses the display of a run's progress: rows of marks for a person, a line for each finished area in a log.
import { inkFor, wantsColour } from '../ink.ts';
import type { Progress, Screen } from './display.ts';
import { LiveProgress } from './live.ts';
import { LoggedProgress } from './logged.ts';

export type { TestDone, VerdictSoFar } from './area-counts.ts';
export type { Progress, Screen } from './display.ts';

/** A terminal that cannot move the cursor is written to like a log. */
export const createProgress = (screen: Screen, env: NodeJS.ProcessEnv = process.env): Progress =>
  screen.isTTY === true && env['TERM'] !== 'dumb'
    ? new LiveProgress(screen, inkFor(wantsColour(screen, env)))
    : new LoggedProgress(screen);

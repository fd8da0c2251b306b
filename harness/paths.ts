// Paths of the files that the processes of a run write, below the folder of its report.
import { join } from 'node:path';

/** The recording of every exchange. */
export const evidencePath = (out: string): string => join(out, 'evidence.ndjson');

/** Files that a run needs only while it goes on, and removes at its end. */
const workPath = (out: string): string => join(out, '.run');

/** Names the run that uses the folder. */
export const lockPath = (out: string): string => join(workPath(out), 'lock');

/** Files of the turns (run/turns.ts). */
export const turnsPath = (out: string): string => join(workPath(out), 'turns');

/** Results of the checks that were done in lanes. */
export const resultsPath = (out: string): string => join(workPath(out), 'results');

/** Which one-time codes were used. */
export const codesPath = (out: string): string => join(workPath(out), 'codes');

/** What may have been left at the target. */
export const leftPath = (out: string): string => join(workPath(out), 'left.log');

/** The records of the run, for the command that adds own specs to its report. */
export const partPath = (out: string): string => join(workPath(out), 'part.json');

/** What came of a team's own specs. */
export const ownResultsPath = (out: string): string => join(workPath(out), 'own-specs.json');

/** What was claimed of the profile's allowance. */
export const spentPath = (out: string): string => join(workPath(out), 'spent.log');

/** What timed out. */
export const hangsPath = (out: string): string => join(workPath(out), 'hangs.log');

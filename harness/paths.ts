// What the processes of a run write, below the folder of its report.
import { join } from 'node:path';

/** The recording of every exchange. */
export const evidencePath = (out: string): string => join(out, 'evidence.ndjson');

/** What a run needs while it goes on, and takes away at its end: nobody else has any use of it. */
const workPath = (out: string): string => join(out, '.run');

/** Whose run it is. */
export const lockPath = (out: string): string => join(workPath(out), 'lock');

/** Whose turn it is. */
export const turnsPath = (out: string): string => join(workPath(out), 'turns');

/** What came of the checks that were done ahead of the test runner. */
export const resultsPath = (out: string): string => join(workPath(out), 'results');

/** Which one-time codes were used. */
export const codesPath = (out: string): string => join(workPath(out), 'codes');

/** What may have been left at the target. */
export const leftPath = (out: string): string => join(workPath(out), 'left.log');

/** What a run leaves for those who add to its report before it is over. */
export const partPath = (out: string): string => join(workPath(out), 'part.json');

/** What came of a team's own specs. */
export const ownResultsPath = (out: string): string => join(workPath(out), 'own-specs.json');

/** What was claimed of the profile's allowance. */
export const spentPath = (out: string): string => join(workPath(out), 'spent.log');

/** What timed out. */
export const hangsPath = (out: string): string => join(workPath(out), 'hangs.log');

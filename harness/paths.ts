// What the test processes of a run write, below the folder of its report.
import { join } from 'node:path';

/** The recording of every exchange. */
export const evidencePath = (out: string): string => join(out, 'evidence.ndjson');

/** Whose turn it is. */
export const turnsPath = (out: string): string => join(out, 'turns');

/** What was claimed of the profile's allowance. */
export const spentPath = (out: string): string => join(out, 'spent.log');

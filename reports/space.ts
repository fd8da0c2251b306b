// A disk that is full, as the system says it: a run can neither go on nor leave a report.

/** `ENOSPC: no space left on device`; undefined where something else was said. */
export const noSpaceIn = (said: string): string | undefined => /\b(?:ENOSPC|EDQUOT): [^\n,]+/.exec(said)?.[0];

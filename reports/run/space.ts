// Recognises the system's message for a full disk, or for a file that may not grow any more: the run can neither go on nor write a report.

/** `ENOSPC: no space left on device`; undefined when the text has no such message. */
export const noSpaceIn = (said: string): string | undefined => /\b(?:ENOSPC|EDQUOT|EFBIG): [^\n,]+/.exec(said)?.[0];

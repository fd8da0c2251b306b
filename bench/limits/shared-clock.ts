// A clock that all processes of one machine share.

/** Milliseconds, monotonic. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6;

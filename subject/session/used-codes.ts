// Which codes of an authenticator app were used: a target may take each of them once (RFC 6238, 5.2).

export interface UsedCodes {
  /** Notes that this user's code of a time step is used. False when it was used before. */
  take(user: string, step: number): boolean;
  /** To be called before waiting this many milliseconds for an unused code. */
  waiting(user: string, milliseconds: number): void;
}

/** For a process that shares its users with no other process. */
export function usedCodes(): UsedCodes {
  const latest = new Map<string, number>();
  return {
    take(user, step) {
      const isNew = step > (latest.get(user) ?? Number.NEGATIVE_INFINITY);
      if (isNew) latest.set(user, step);
      return isNew;
    },
    waiting() {},
  };
}

// Rate limits: three ways of counting, each answering for one request whether it may pass and how long the wait is.

export interface Decision {
  readonly allowed: boolean;
  /** How many more would pass now. */
  readonly remaining: number;
  /** Milliseconds until one more passes; 0 when one passes now. */
  readonly wait: number;
}

export interface Limiter {
  take(key: string, now: number): Decision;
}

export type Algorithm = 'sliding log' | 'fixed window' | 'token bucket';

/** Old keys are forgotten from time to time, or distinct payment bodies would fill the memory. */
const forgetting = <State>(isOld: (state: State, now: number) => boolean) => {
  const states = new Map<string, State>();
  let sweepAt = 4096;
  return (key: string, now: number, fresh: () => State): State => {
    const known = states.get(key);
    if (known !== undefined) return known;
    if (states.size >= sweepAt) {
      for (const [other, state] of states) if (isOld(state, now)) states.delete(other);
      sweepAt = Math.max(4096, states.size * 2);
    }
    const state = fresh();
    states.set(key, state);
    return state;
  };
};

/** At most `count` in any window. A refused request does not count. */
export const slidingLog = (count: number, window: number): Limiter => {
  const find = forgetting<number[]>((log, now) => (log[log.length - 1] ?? 0) <= now - window);
  return {
    take(key, now) {
      const log = find(key, now, () => []);
      while (log.length > 0 && log[0]! <= now - window) log.shift();
      if (log.length >= count) return { allowed: false, remaining: 0, wait: log[0]! + window - now };
      log.push(now);
      return { allowed: true, remaining: count - log.length, wait: log.length < count ? 0 : log[0]! + window - now };
    },
  };
};

/** At most `count` in each window; a window opens with the first request after the last one closed. */
export const fixedWindow = (count: number, window: number): Limiter => {
  const find = forgetting<{ opened: number; used: number }>((state, now) => state.opened <= now - window);
  return {
    take(key, now) {
      const state = find(key, now, () => ({ opened: now, used: 0 }));
      if (now - state.opened >= window) Object.assign(state, { opened: now, used: 0 });
      const wait = state.opened + window - now;
      if (state.used >= count) return { allowed: false, remaining: 0, wait };
      state.used += 1;
      return { allowed: true, remaining: count - state.used, wait: state.used < count ? 0 : wait };
    },
  };
};

/** A bucket of `count` that fills again at an even pace within one window. */
export const tokenBucket = (count: number, window: number): Limiter => {
  const find = forgetting<{ level: number; at: number }>((state, now) => state.at <= now - window);
  const each = window / count;
  return {
    take(key, now) {
      const state = find(key, now, () => ({ level: count, at: now }));
      state.level = Math.min(count, state.level + (now - state.at) / each);
      state.at = now;
      if (state.level < 1) return { allowed: false, remaining: 0, wait: (1 - state.level) * each };
      state.level -= 1;
      return {
        allowed: true,
        remaining: Math.floor(state.level),
        wait: state.level < 1 ? (1 - state.level) * each : 0,
      };
    },
  };
};

export const createLimiter = (algorithm: Algorithm, count: number, window: number): Limiter => {
  switch (algorithm) {
    case 'sliding log':
      return slidingLog(count, window);
    case 'fixed window':
      return fixedWindow(count, window);
    case 'token bucket':
      return tokenBucket(count, window);
  }
};

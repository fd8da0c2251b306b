// Rate limits: seven ways of counting. Each decides for one request whether it may pass, and how long it must wait.

export interface Decision {
  readonly allowed: boolean;
  /** How many more would pass now. */
  readonly remaining: number;
  /** Milliseconds until one more passes; 0 when one passes now. */
  readonly wait: number;
  /** Milliseconds that a request which passes has to queue first. */
  readonly queued?: number;
}

export interface Limiter {
  take(key: string, now: number): Decision;
}

export type Algorithm =
  | 'sliding log'
  | 'sliding log that counts refusals'
  | 'sliding counter'
  | 'fixed window'
  | 'fixed window of the clock'
  | 'token bucket'
  | 'leaky queue';

/** Forgets old keys from time to time; otherwise payments with distinct bodies would fill the memory. */
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

/** At most `count` in any window. `countsRefusals` tells whether refused requests count as well. */
export const slidingLog = (count: number, window: number, countsRefusals = false): Limiter => {
  const find = forgetting<number[]>((log, now) => (log[log.length - 1] ?? 0) <= now - window);
  return {
    take(key, now) {
      const log = find(key, now, () => []);
      while (log.length > 0 && log[0]! <= now - window) log.shift();
      if (log.length >= count) {
        if (countsRefusals) log.push(now);
        return { allowed: false, remaining: 0, wait: log[log.length - count]! + window - now };
      }
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

/** At most `count` in each window; the windows follow the clock, whenever the first request comes. */
export const clockWindow = (count: number, window: number): Limiter => {
  const find = forgetting<{ number: number; used: number }>((state, now) => state.number < Math.floor(now / window));
  return {
    take(key, now) {
      const number = Math.floor(now / window);
      const state = find(key, now, () => ({ number, used: 0 }));
      if (state.number !== number) Object.assign(state, { number, used: 0 });
      const wait = (number + 1) * window - now;
      if (state.used >= count) return { allowed: false, remaining: 0, wait };
      state.used += 1;
      return { allowed: true, remaining: count - state.used, wait: state.used < count ? 0 : wait };
    },
  };
};

/** At most `count`, counted in the current window of the clock and in that part of the previous one which a sliding window would still cover. */
export const slidingCounter = (count: number, window: number): Limiter => {
  const find = forgetting<{ number: number; used: number; before: number }>(
    (state, now) => state.number + 1 < Math.floor(now / window),
  );
  return {
    take(key, now) {
      const number = Math.floor(now / window);
      const state = find(key, now, () => ({ number, used: 0, before: 0 }));
      if (state.number !== number) {
        Object.assign(state, { before: state.number === number - 1 ? state.used : 0, used: 0, number });
      }
      const held = 1 - (now % window) / window;
      const estimate = state.used + state.before * held;
      const wait = window * held;
      if (estimate + 1 > count) return { allowed: false, remaining: 0, wait };
      state.used += 1;
      return { allowed: true, remaining: Math.floor(count - estimate - 1), wait: 0 };
    },
  };
};

/** Lets requests through at an even pace, keeps up to `count` waiting, and refuses more. */
export const leakyQueue = (count: number, window: number): Limiter => {
  const find = forgetting<{ free: number }>((state, now) => state.free <= now);
  const each = window / count;
  return {
    take(key, now) {
      const state = find(key, now, () => ({ free: now }));
      const queued = Math.max(0, state.free - now);
      const waiting = queued / each;
      if (waiting > count - 1) return { allowed: false, remaining: 0, wait: queued - (count - 1) * each };
      state.free = now + queued + each;
      return { allowed: true, remaining: Math.floor(count - 1 - waiting), wait: 0, queued };
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
    case 'sliding log that counts refusals':
      return slidingLog(count, window, true);
    case 'sliding counter':
      return slidingCounter(count, window);
    case 'fixed window':
      return fixedWindow(count, window);
    case 'fixed window of the clock':
      return clockWindow(count, window);
    case 'leaky queue':
      return leakyQueue(count, window);
    case 'token bucket':
      return tokenBucket(count, window);
  }
};

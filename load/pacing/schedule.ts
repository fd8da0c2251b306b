// When a steady stream, a volley, or a mixture of them is due.
import type { Paced } from './sender.ts';

/** `perSecond` requests a second, evenly, for so many milliseconds. */
export const steady = <Request>(
  perSecond: number,
  duration: number,
  request: (index: number) => Request,
): Paced<Request>[] =>
  Array.from({ length: Math.floor((perSecond * duration) / 1000) }, (_, index) => ({
    due: (index * 1000) / perSecond,
    request: request(index),
  }));

/** One request at each of these moments. */
export const at = <Request>(moments: readonly number[], request: (index: number) => Request): Paced<Request>[] =>
  moments.map((due, index) => ({ due, request: request(index) }));

// How much a probe may send, and for how long: known before the first request.

import type { RateLimit } from '../subject/profile/profile.ts';
import type { Depth } from './depth.ts';
import type { Scale } from './fit/designed-probe.ts';
import { announced, type Bounds } from './fit/probing.ts';
import { calledAs } from './found-limit.ts';
import type { LimitedOperation } from './limited-call.ts';

/** What the specification says of identical payments. */
const payments: Scale = { count: 10, window: 1000 };

/** What is known of a limit before it is probed: declared by the profile, or stated by the specification. */
export const expectedOf = (operation: LimitedOperation, declared: RateLimit | undefined): Scale | undefined => {
  if (declared) return { count: declared.requests, window: declared.seconds * 1000 };
  return operation === 'createPayment' ? payments : undefined;
};

/** Windows of a limit whose scale is known; milliseconds where it is to be found first. */
const windows: Readonly<Record<Depth, number>> = { quick: 3, standard: 18, deep: 90 };
const longest: Readonly<Record<Depth, number>> = { quick: 6000, standard: 18_000, deep: 600_000 };
const unknownScale: Readonly<Record<Depth, number>> = { quick: 6000, standard: 60_000, deep: 600_000 };
/** Milliseconds, so that two probes in a row end within the time limit of a check. */
const patience: Readonly<Record<Depth, number>> = { quick: 6000, standard: 110_000, deep: 3_600_000 };
/** Each window takes some counts: volleys, and polls between them. */
const countsPerWindow = 4;
const unknownRequests = 1500;

export const boundsOf = (expected: Scale | undefined, depth: Depth): Bounds => {
  if (expected === undefined) return { requests: unknownRequests, duration: unknownScale[depth] };
  const duration = Math.min(patience[depth], Math.max(longest[depth], windows[depth] * expected.window));
  return { requests: Math.ceil(countsPerWindow * windows[depth] * expected.count) + 100, duration };
};

/** Whether this depth has too little time for a probe. */
export const isTooQuick = (depth: Depth): boolean => depth === 'quick';

/** One line for the limit of each operation, before anything is sent; `lacking` says what keeps it from being probed. */
export const budgetLine = (operation: LimitedOperation, bounds: Bounds, lacking: string | undefined): string =>
  `${calledAs(operation)}: ${lacking === undefined ? announced(bounds) : `not tried, as this is missing: ${lacking}`}`;

/** Payments of the other checks, if each of them is repeated as often as it may be. */
const otherPayments = 3400;

/** The most requests that are sent to show that a limit is not the declared one. */
export const mostDisproving = 2000;

/** What is sent even without a probe, a sentence each. */
export const checksOfDeclared = [
  `For each limit that the profile declares: volleys of four times its count, each followed by one of its count where fewer were accepted, and where another limit is found, at most ${mostDisproving} requests more.`,
  `The other checks make at most ${otherPayments} payments.`,
] as const;

/** What is sent besides the probes. */
export const otherChecks = [
  'For each limit that is found: up to six volleys of twice its count, which show what it counts by.',
  ...checksOfDeclared,
] as const;

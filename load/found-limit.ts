// What was found out about the limit of one operation, as plain data: for the verdict, the page and the terminal.
import { operationById } from '../contract/operations.ts';
import type { Candidate } from './fit/candidate.ts';
import { type Fit, fitsWell } from './fit/fit.ts';
import type { Bounds, Probed } from './fit/probing.ts';
import { misleading } from './fit/truthfulness.ts';
import type { LimitedOperation } from './limited-call.ts';
import { misleadingSentence, runbookParagraph } from './runbook.ts';
import type { Arrival } from './trace.ts';

export interface FoundLimit {
  readonly operation: LimitedOperation;
  /** Method and path. */
  readonly called: string;
  /** A paragraph for a runbook. */
  readonly says: string;
  readonly kind: Fit['kind'];
  /** The limiter that was fitted, or those that cannot be told apart, the likeliest first. */
  readonly limiters: readonly Candidate[];
  /** What its headers announce wrongly, a sentence each. */
  readonly misleading: readonly string[];
  readonly requests: number;
  readonly bounds: Bounds;
  readonly cutShort: boolean;
  /** What was made at the target, so that it can be found there; absent when nothing was. */
  readonly created?: string;
  /** In the order of sending; milliseconds from the first of them. */
  readonly arrivals: readonly Dot[];
  /** Where the trace's clock stood when the first was sent: phases of a fit are on that clock. */
  readonly began: number;
}

/** One request, as it is drawn. */
export interface Dot {
  readonly sent: number;
  /** Milliseconds that the answer took; absent when none came. */
  readonly took?: number;
  readonly answer: Arrival['answer'];
}

interface ProbeOutcome {
  readonly operation: LimitedOperation;
  readonly bounds: Bounds;
  readonly probed: Probed;
  /** Milliseconds by which the latest request went out late. */
  readonly late?: number;
  /** Why the limit may still be another one, in a sentence. */
  readonly doubt?: string;
  /** What the limit counts by (user, token, body, connection), in a sentence. */
  readonly whose?: string;
  readonly created?: string;
}

/** What a verdict keeps: everything but the data for the drawing. */
export type LimitSummary = Omit<FoundLimit, 'arrivals' | 'began'>;

export const limitSummary = ({ arrivals: _, began: __, ...limit }: FoundLimit): LimitSummary => limit;

const limitersOf = (fit: Fit): readonly Candidate[] => {
  if (fit.kind === 'fitted') return [fit.best];
  return fit.kind === 'cannotTell' ? fit.between : [];
};

export const calledAs = (operation: LimitedOperation): string => {
  const { method, path } = operationById(operation);
  return `${method} ${path}`;
};

/** A limit of which nothing was found out, in a sentence. */
export const untriedLimit = (operation: LimitedOperation, missing: string): string =>
  `${calledAs(operation)} could not be tried: ${missing}.`;

/** Milliseconds. Requests that are sent later than this show that the machine is busy. */
const bearable = 25;

/** The limiters that may have been observed, the likeliest first; none where it is not certain that it was one of them. */
export const certainlyOneOf = ({ fit, cutShort }: Probed): readonly Candidate[] =>
  fit.kind === 'fitted' && !cutShort && fitsWell(fit.best, fit.arrivals) ? [fit.best, ...fit.set] : [];

const doubted = (fit: Fit): Fit =>
  fit.kind === 'fitted' ? { kind: 'cannotTell', between: [fit.best], set: fit.set, arrivals: fit.arrivals } : fit;

export function foundLimit({ operation, bounds, probed, late = 0, doubt, whose, created }: ProbeOutcome): FoundLimit {
  const { trace, cutShort, unrest: uncertainty, tooFar } = probed;
  const fit = doubt ? doubted(probed.fit) : probed.fit;
  const called = calledAs(operation);
  // An uncertain limit cannot contradict a header, but a request that was refused too early can.
  const misleadingSentences = misleading(
    trace,
    doubt ? [] : certainlyOneOf(probed),
    !doubt && fit.kind === 'fitted',
  ).map(misleadingSentence);
  const says = [
    runbookParagraph(called, fit, cutShort),
    doubt,
    whose,
    uncertainty
      ? `The times are known only to ${uncertainty.toFixed(0)} ms, because a refusal took that long.`
      : undefined,
    tooFar ? 'Even the quickest refusal took too long for a probe to tell more.' : undefined,
    cutShort ? 'The budget ended the probing before this was sure.' : undefined,
    late > bearable ? `The machine was busy: requests went out up to ${late.toFixed(0)} ms late.` : undefined,
    ...misleadingSentences,
  ];
  const began = trace[0]?.sent ?? 0;
  return {
    operation,
    called,
    says: says.filter((sentence) => sentence !== undefined).join(' '),
    kind: fit.kind,
    limiters: limitersOf(fit),
    misleading: misleadingSentences,
    requests: trace.length,
    bounds,
    cutShort,
    ...(created && { created }),
    arrivals: trace.map(({ sent, received, answer }) => ({
      sent: sent - began,
      ...(Number.isFinite(received) && { took: received - sent }),
      answer,
    })),
    began,
  };
}

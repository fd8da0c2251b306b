// Finds the lines of an exchange that show the places where it differs from the other one.
import type { Headers } from '../../contract/wire.ts';
import type { Difference } from '../compare/difference.ts';
import type { Mark } from './excerpt.ts';
import type { Line } from './lines.ts';

export interface MarkedPlace {
  readonly at: string;
  /** The other exchange has something there that this one has not. */
  readonly isMissing?: boolean;
  /** The items of a list are in another order, which is no difference of a single line. */
  readonly isOrder?: boolean;
}

/** The place to mark in each exchange; undefined where there is none. */
export interface MarkedPlaces {
  readonly recorded?: MarkedPlace;
  readonly got: MarkedPlace;
}

export const placesOf = ({ kind, at, recordedAt = at }: Difference): MarkedPlaces => ({
  recorded: { at: recordedAt, isMissing: kind === 'added', isOrder: kind === 'order' },
  got: { at, isMissing: kind === 'removed', isOrder: kind === 'order' },
});

type MarkOf = (place: MarkedPlace) => Mark | undefined;

const headerPrefix = 'header ';

/** The status line, or the header field; where the field is missing, the first line. */
export const marksInHead =
  (headers: Headers): MarkOf =>
  ({ at, isMissing }) => {
    if (at === 'status') return { from: 0, to: 0, is: 'different' };
    if (!at.startsWith(headerPrefix)) return undefined;
    const name = at.slice(headerPrefix.length);
    const index = headers.findIndex(([each]) => each.toLowerCase() === name);
    if (isMissing || index < 0) return { from: 0, to: 0, is: 'missing' };
    return { from: index + 1, to: index + 1, is: 'different' };
  };

/** The lines of that value; where it is missing, the first line of what should contain it. */
export const marksInBody = (lines: readonly Line[]): MarkOf => {
  const spans = new Map<string, { readonly from: number; to: number }>();
  for (const [index, { at }] of lines.entries()) {
    const span = spans.get(at);
    if (span) span.to = index;
    else spans.set(at, { from: index, to: index });
  }
  return ({ at, isMissing }) => {
    if (at === 'body') return { from: 0, to: lines.length - 1, is: 'different' };
    if (at !== '' && !at.startsWith('/')) return undefined;
    const span = isMissing ? undefined : spans.get(at);
    if (span) return { ...span, is: 'different' };
    for (let around = at; around !== ''; ) {
      around = around.slice(0, around.lastIndexOf('/'));
      const outer = spans.get(around);
      if (outer) return { from: outer.from, to: outer.from, is: 'missing' };
    }
    return undefined;
  };
};

// How to write to a stream: in colour or not, and how wide.
import { wantsColour } from './ink.ts';

const usualWidth = 100;

/** A stream that is not a terminal has no width but what `COLUMNS` says, and some terminals report 0. */
export const lookOf = (stream: { readonly isTTY?: boolean; readonly columns?: number }) => ({
  colour: wantsColour(stream, process.env),
  width: stream.columns || Number(process.env.COLUMNS) || usualWidth,
});

// How to write to a stream: in colour or not, and how wide.
import { fromHere, reportFolder } from '../folder.ts';
import { wantsColour } from './ink.ts';
import type { SummaryLook } from './terminal.ts';

const usualWidth = 100;

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** A stream that is not a terminal has no width but what `COLUMNS` says, and some terminals report 0. */
export const lookOf = (stream: Stream) => ({
  colour: wantsColour(stream, process.env),
  width: stream.columns || Number(process.env.COLUMNS) || usualWidth,
});

/** For a summary that names the page and the certificate of the report in a folder. */
export function lookWithReport(stream: Stream, out: string, signedBy?: string): SummaryLook {
  const { page, certificate } = reportFolder(out);
  return {
    ...lookOf(stream),
    report: fromHere(page),
    certificate: { path: fromHere(certificate), ...(signedBy && { signedBy }) },
  };
}

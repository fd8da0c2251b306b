// A run that ended before its first check, in the terminal: only the cause, without the list of untested requirements.
import type { Verdict } from '../verdict/verdict.ts';
import { statusMarks } from '../verdict/wording.ts';
import { folded } from './fold.ts';
import { inkFor } from './ink.ts';
import type { SummaryLook } from './terminal.ts';
import { visible } from './visible.ts';

const margin = '? undecided  '.length;

export function unreached(
  { status, reason = '' }: Pick<Verdict, 'status' | 'reason'>,
  { colour, width, report }: SummaryLook,
): string {
  const ink = inkFor(colour);
  const label = ink.yellow(ink.bold(`${statusMarks[status]} ${status}`.padEnd(margin)));
  const said = folded(visible(reason), width - margin).map(
    (line, index) => (index === 0 ? label : ' '.repeat(margin)) + line,
  );
  return [...said, ...(report === undefined ? [] : [`${ink.dim('  report'.padEnd(margin))}${report}`])].join('\n');
}

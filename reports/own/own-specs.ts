// What a team's own specs mean for the run; they stand beside the verdict on the contract and are not part of it.
import type { Status, Verdict } from '../verdict/verdict.ts';
import { counted, number } from '../verdict/wording.ts';
import type { OwnResult, OwnSpecs, OwnVerdict } from './result.ts';

/** The result of running them; `trouble` says why the run is not complete. */
export function ownSpecs(folder: string, results: readonly OwnResult[], trouble?: string): OwnSpecs {
  const having = (wanted: OwnVerdict) => results.filter(({ verdict }) => verdict === wanted).length;
  const isFailed = having('fail') > 0;
  const reason = trouble ?? lackOf(having('untested'), isFailed || having('pass') > 0);
  return {
    folder,
    status: isFailed ? 'failed' : reason === undefined ? 'passed' : 'undecided',
    ...(reason !== undefined && { reason }),
    exchanges: results.reduce((sum, { exchanges }) => sum + exchanges, 0),
    results,
  };
}

function lackOf(untested: number, isAnyTested: boolean): string | undefined {
  if (untested > 0) return `${counted(untested, 'spec')} could not be tested`;
  return isAnyTested ? undefined : 'none of them was tested';
}

export const ownMarks: Readonly<Record<OwnVerdict, string>> = { pass: '✓', fail: '✗', untested: '–', skipped: '·' };

/** The meaning of their result for the run, in a sentence or two. */
export function ownMeaning({ status, reason, results }: OwnSpecs, ofContract: Status): string {
  const failed = results.filter(({ verdict }) => verdict === 'fail').length;
  const skipped = results.filter(({ verdict }) => verdict === 'skipped').length;
  const apart = `The verdict on the contract is ${ofContract} without them`;
  switch (status) {
    case 'passed':
      return `All of them passed${skipped > 0 ? `, but for ${number(skipped)} that their author skips` : ''}. ${apart}.`;
    case 'failed': {
      const besides = reason === undefined ? '' : `; besides, ${reason}`;
      const verb = failed === 1 ? 'is' : 'are';
      return `${number(failed)} of ${number(results.length)} ${verb} broken, so the run ends with 1${besides}. ${apart}.`;
    }
    case 'undecided':
      return `They came to no verdict, so the run does not pass: ${reason}. ${apart}.`;
  }
}

/** A note for the head of a report, whose status speaks of the contract alone; none when own specs passed. */
export const ownNotes = ({ own, status }: Verdict): readonly string[] =>
  own === undefined || own.status === 'passed' ? [] : [`own specs ${own.status}: ${ownMeaning(own, status)}`];

export const ownTotals = ({ results }: OwnSpecs): readonly string[] =>
  (['pass', 'fail', 'untested', 'skipped'] as const)
    .map((wanted) => [results.filter(({ verdict }) => verdict === wanted).length, wanted] as const)
    .filter(([count]) => count > 0)
    .map(([count, wanted]) => `${number(count)} ${wanted}`);

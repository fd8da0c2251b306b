// The verdict for the terminal: failures first, each once, then the rest.
import { calledAs } from '../../load/found-limit.ts';
import { limitedOperations } from '../../load/limited-call.ts';
import { sinceSection } from '../comparison/terminal.ts';
import { waitingForShards } from '../untested/remedies.ts';
import { acceptedResults, deviationEntries, isAccepted } from '../verdict/acceptance.ts';
import type { RequirementResult, Verdict } from '../verdict/verdict.ts';
import { type CertificateLook, closing } from './closing.ts';
import { early, failure } from './failure.ts';
import { folded } from './fold.ts';
import { inkFor } from './ink.ts';
import type { Layout } from './layout.ts';
import { acceptedSection, adviceSection, reasonsSection, untestedSection } from './lists.ts';
import { visible } from './visible.ts';

interface Look {
  readonly colour: boolean;
  readonly width: number;
}

export interface SummaryLook extends Look {
  /** Where the page is, when one was written. */
  readonly report?: string;
  readonly certificate?: CertificateLook;
}

/** The whole summary at the end of a run. */
export function summary(verdict: Verdict, { colour, width, report, certificate }: SummaryLook): string {
  const page = layoutFor({ colour, width: Math.min(width, widest) });
  const having = (wanted: string) =>
    verdict.requirements.filter((result) => result.verdict === wanted && !isAccepted(result));
  const sections = [
    acceptedSection(acceptedResults(verdict), page),
    ...having('fail').map((result) => failure(result, verdict, page)),
    adviceSection(having('advice'), page),
    reasonsSection('could not be judged', having('error'), page, page.ink.red),
    untestedSection(having('untested').filter(isLeft), page),
    limitsSection(verdict, page),
    sinceSection(verdict, page),
    closing(verdict, page, report, verdict.traffic ? undefined : certificate),
    acceptingSection(verdict, page),
  ];
  return `\n${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}`;
}

/** A requirement that another shard may show is not listed as untested in this one. */
const isLeft = ({ remedy }: RequirementResult): boolean => remedy !== waitingForShards;

/** The lines for a broken must at the moment when it is found. */
export const earlyBlock = (result: RequirementResult, { colour, width }: Look): readonly string[] =>
  early(result, layoutFor({ colour, width: Math.min(width, widest) }));

/** One failed requirement, to be read without the rest of the run. */
export const failureBlock = (
  result: RequirementResult,
  verdict: Verdict,
  { colour, width }: Look = { colour: false, width: 100 },
): string => failure(result, verdict, layoutFor({ colour, width })).join('\n');

const layoutFor = ({ colour, width }: Look): Layout => ({ ink: inkFor(colour), width: Math.max(width, narrowest) });

// Longer lines are harder to read, and a narrower terminal folds by itself.
const [narrowest, widest] = [40, 100];

const mostEntries = 8;

/** Lines to paste, which are not folded, because a folded line would mean something else. */
function acceptingSection(verdict: Verdict, page: Layout): readonly string[] {
  const entries = deviationEntries(verdict);
  if (entries.length === 0) return [];
  const purpose = 'What this target cannot show or will not mend yet can be accepted by name';
  if (entries.length > mostEntries) {
    return folded(`${purpose}: the end of the page has the lines for a file of --accept.`, page.width);
  }
  return [
    ...folded(`${purpose}. A file for --accept, to be reviewed and given an owner:`, page.width),
    '',
    'deviations:',
    ...entries.flat(),
  ];
}

/** The limits that were found out, where only rate limits were asked about: then they are the answer. */
function limitsSection(verdict: Verdict, page: Layout): readonly string[] {
  const { limits = [], only } = verdict;
  if (only.length !== 1 || only[0] !== 'RATE') return [];
  const untried = untriedLimits(verdict);
  const told = [...limits, ...untried.map((says) => ({ says, created: undefined }))];
  return told.flatMap(({ says, created }, index) => [
    ...(index === 0 ? [] : ['']),
    ...folded(visible(says), page.width),
    ...(created === undefined ? [] : folded(`Created: ${visible(created)}.`, page.width).map(page.ink.dim)),
  ]);
}

/** The observations about limits that could not be tried. */
const untriedLimits = ({ requirements, limits = [] }: Verdict): readonly string[] =>
  limitedOperations
    .map(calledAs)
    .filter((called) => !limits.some((limit) => limit.called === called))
    .flatMap((called) =>
      requirements
        .flatMap(({ observations }) => observations)
        .filter((saw) => saw.startsWith(`${called} could not be tried`))
        .slice(0, 1),
    );

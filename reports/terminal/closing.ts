// The end of the summary in the terminal: totals, facts of the run, and its status.
import type { Status, Verdict } from '../verdict/verdict.ts';
import {
  counted,
  disturbances,
  duration,
  madeThere,
  meaning,
  narrowings,
  number,
  statusMarks,
  times,
  verdicts,
} from '../verdict/wording.ts';
import { folded, packed } from './fold.ts';
import type { Ink } from './ink.ts';
import type { Layout } from './layout.ts';
import { visible } from './visible.ts';

const statusPaint: Readonly<Record<Status, keyof Ink>> = {
  passed: 'green',
  accepted: 'blue',
  failed: 'red',
  undecided: 'yellow',
};

export interface CertificateLook {
  readonly path: string;
  /** Who signs the certificate, in words; absent when it is not signed. */
  readonly signedBy?: string;
}

export function closing(
  verdict: Verdict,
  page: Layout,
  report: string | undefined,
  certificate: CertificateLook | undefined,
): readonly string[] {
  const { ink, width } = page;
  const { status, seed, depth, exchanges, resent, waits, seconds, shards } = verdict;
  const paint = ink[statusPaint[status]];
  const made = madeThere(verdict);
  const run = [
    ...(verdict.traffic ? [] : [visible(verdict.target)]),
    `${counted(exchanges, 'exchange')} in ${duration(seconds)}`,
    ...(shards ? [counted(shards.length, 'shard')] : []),
    ...(resent > 0 ? [`${number(resent)} sent again after a kept-alive connection had ended`] : []),
    ...(waits > 0 ? [`asked to slow down ${times(waits)}`] : []),
    ...(verdict.traffic ? [] : [`seed ${seed}`, `depth ${depth}`]),
  ];
  const margin = '✗ undecided  '.length;
  const said = folded(visible(meaning(verdict)), width - margin);
  return [
    ink.dim('─'.repeat(width)),
    ...totalsLines(verdict, page),
    ...packed(run, ' · ', width).map(ink.dim),
    ...(made === undefined ? [] : folded(`left at the target: ${made}`, width).map(ink.dim)),
    ...[...narrowings(verdict), ...disturbances(verdict)].flatMap((text) => folded(`Note: ${text}.`, width)),
    '',
    ...said.map((line, index) =>
      index === 0
        ? `${paint(ink.bold(`${statusMarks[status]} ${status}`.padEnd(margin)))}${line}`
        : `${' '.repeat(margin)}${line}`,
    ),
    ...(report === undefined ? [] : [`${ink.dim('  report'.padEnd(margin))}${report}`]),
    ...(certificate === undefined ? [] : certificateLines(certificate, page, margin)),
  ];
}

/** The path is not folded, so that it can be copied. */
function certificateLines({ path, signedBy }: CertificateLook, { ink, width }: Layout, margin: number): string[] {
  const label = signedBy === undefined ? '  unsigned' : '  signed';
  const whose =
    signedBy === undefined ? 'nobody signed it, so it proves nothing (certify --key FILE signs one)' : `by ${signedBy}`;
  return [
    `${ink.dim(label.padEnd(margin))}${path}`,
    ...folded(whose, width - margin).map((line) => ' '.repeat(margin) + ink.dim(line)),
  ];
}

const verdictPaint: Readonly<Record<string, keyof Ink>> = {
  pass: 'green',
  fail: 'red',
  error: 'red',
  advice: 'yellow',
  untested: 'yellow',
};

function totalsLines({ totals, requirements }: Verdict, { ink, width }: Layout): readonly string[] {
  if (requirements.length === 0) return ['0 requirements'];
  const [first = '', ...others] = verdicts
    .filter((verdict) => totals[verdict] > 0)
    .map((verdict) => `${number(totals[verdict])} ${verdict}`);
  const painted = (text: string, verdict: string) => ink[verdictPaint[verdict] ?? 'plain'](text);
  return packed([`${counted(requirements.length, 'requirement')}: ${first}`, ...others], ' · ', width).map((line) =>
    line.replaceAll(/[\d,]+ (\w+)/g, painted),
  );
}

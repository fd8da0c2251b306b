// The words about a verdict, the same in the terminal, on the page, in JUnit and in Allure.

import type { Spent } from '../../harness/changes/spending.ts';
import type { ReportedFinding } from '../../harness/record.ts';
import type { Build } from '../../subject/stated/build.ts';
import { isAccepted } from './acceptance.ts';
import type { RequirementVerdict, Status, Verdict } from './verdict.ts';

export const verdicts: readonly RequirementVerdict[] = ['pass', 'fail', 'advice', 'observed', 'untested', 'error'];

export const verdictMarks: Readonly<Record<RequirementVerdict, string>> = {
  pass: '✓',
  fail: '✗',
  advice: '!',
  observed: '○',
  untested: '–',
  error: '?',
};

export const statusMarks: Readonly<Record<Status, string>> = {
  passed: '✓',
  accepted: '≈',
  failed: '✗',
  undecided: '?',
};

export const makings: Readonly<Record<Spent, readonly [one: string, several: string]>> = {
  createPayments: ['payment', 'payments'],
  createBeneficiaries: ['beneficiary', 'beneficiaries'],
  inviteMembers: ['invitation', 'invitations'],
  cancelPayments: ['cancelled payment', 'cancelled payments'],
  signDrafts: ['signed draft', 'signed drafts'],
};

/** What the run left at the target, without requests that were refused; undefined when it left nothing. */
export function madeThere({ spent = {}, draftsLeft }: Pick<Verdict, 'spent' | 'draftsLeft'>): string | undefined {
  const made = Object.entries(makings).flatMap(([what, [one, several]]) => {
    const times = spent[what as Spent] ?? 0;
    return times === 0 ? [] : [`${number(times)} ${times === 1 ? one : several}`];
  });
  if (made.length === 0) return undefined;
  const marked = spent.createPayments ? '; a payment says “assay …” in its reference, where it has one' : '';
  return `${made.join(', ')}${marked}${furtherRuns(spent.signDrafts, draftsLeft)}`;
}

function furtherRuns(signed = 0, left: number | undefined): string {
  if (signed === 0 || left === undefined) return '';
  const runs = Math.floor(left / signed);
  const draft = left === 1 ? 'draft of the profile is' : 'drafts of the profile are';
  return `; at least ${left} ${draft} left, for ${runs === 1 ? '1 more run' : `${runs} more runs`} like this`;
}

export const buildKnownBy = (build: Build): string =>
  build.origin === 'echoed' ? `echoed by the target: ${build.by}` : 'claimed by whoever started the run';

interface Line {
  readonly label: 'sent' | 'body' | 'at' | 'expected' | 'got';
  readonly text: string;
}

/** The lines of a finding, in the order in which a reader needs them. */
export function findingLines({ operation, at, expected, got, shown }: ReportedFinding): readonly Line[] {
  const sent = shown?.sent ?? operation;
  return [
    ...(sent !== undefined ? [{ label: 'sent', text: sent } as const] : []),
    ...(shown?.body !== undefined ? [{ label: 'body', text: shown.body } as const] : []),
    ...(saysWhere(at) ? [{ label: 'at', text: at } as const] : []),
    { label: 'expected', text: expected },
    { label: 'got', text: got },
  ];
}

/** Whether `at` names a place: a finding on a whole answer, or of an assertion, does not. */
export const saysWhere = (at: string): boolean => /^(status$|header |\/)/.test(at);

/** The status in one sentence. */
export function meaning({ status, reason, shard, requirements, totals, obsolete = [] }: Verdict): string {
  const musts = requirements.filter(({ level }) => level === 'must');
  const having = (verdict: RequirementVerdict) =>
    musts.filter((result) => result.verdict === verdict && !isAccepted(result)).length;
  const accepted = musts.filter(isAccepted).length;
  const open = [
    ...(having('untested') > 0 ? [`${number(having('untested'))} could not be tested`] : []),
    ...(having('error') > 0 ? [`${number(having('error'))} could not be judged`] : []),
    ...(accepted > 0 ? [`${number(accepted)} ${accepted === 1 ? 'is' : 'are'} accepted by name`] : []),
  ];
  const surplus = obsolete.length === 0 ? [] : [`accepted and passed: ${obsolete.join(', ')}`];
  if (requirements.length === 0 && reason === undefined) return 'No requirement was tested, so nothing is shown.';
  if (status === 'passed') {
    const advice = totals.advice > 0 ? `; ${counted(totals.advice, 'piece')} of advice not followed` : '';
    if (musts.length === 0) return `Nothing failed, and no must was among what was asked for${advice}.`;
    return `Every must held: ${number(musts.length)} of ${number(musts.length)}${advice}.`;
  }
  if (status === 'accepted') {
    return `${number(musts.length - accepted)} of ${counted(musts.length, 'must')} held; ${open.join()}.`;
  }
  if (status === 'failed' && having('fail') === 0) {
    const pass = obsolete.length === 1 ? 'passes' : 'pass';
    return sentence(`${obsolete.join(', ')} ${pass} by now and must no longer be accepted`);
  }
  if (status === 'failed') {
    const broken = `${number(having('fail'))} of ${counted(musts.length, 'must')} ${having('fail') === 1 ? 'is' : 'are'} broken`;
    return sentence([broken, ...open, ...surplus, ...(reason === undefined ? [] : [`besides, ${reason}`])].join('; '));
  }
  if (reason !== undefined) return sentence(`no verdict could be reached: ${reason}`);
  if (shard !== undefined)
    return `No must is broken in shard ${shard}; the verdict is on all shards, joined by assay merge.`;
  if (musts.length === 0)
    return 'Nothing that was asked for could be tested, and no must was among it, so nothing is certified.';
  return `No must is broken, but of ${counted(musts.length, 'must')} ${open.join(' and ')}.`;
}

/** Why this run does not speak about the whole contract. */
export const narrowings = ({ only, shard, safe, traffic }: Verdict): readonly string[] => [
  ...(traffic
    ? ['recorded traffic was judged and nothing was sent: requirements that it does not show are left out']
    : []),
  ...(only.length > 0 ? [`only ${only.join(', ')} ${only.length === 1 ? 'was' : 'were'} asked for`] : []),
  ...(shard !== undefined ? [`this is shard ${shard}; assay merge joins the shards`] : []),
  ...(safe ? ['--safe: nothing was sent that changes anything'] : []),
];

/** One line, or none when nothing was notable. */
export const disturbances = ({ disturbance }: Verdict): readonly string[] =>
  disturbance === undefined || disturbance.notable.length === 0
    ? []
    : [`the machine that asked was disturbed: ${disturbance.notable.join(', ')}`];

export const number = (value: number): string => value.toLocaleString('en');

export const counted = (count: number, thing: string): string => `${number(count)} ${thing}${count === 1 ? '' : 's'}`;

export const times = (count: number): string => (count === 1 ? 'once' : `${number(count)} times`);

export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}

export const sentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};

export const readableTime = (iso: string): string => iso.replace('T', ' ').replace(/(:\d\d)(\.\d+)?Z$/, '$1 UTC');

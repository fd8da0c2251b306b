// The verdict as JUnit XML: a suite for each area, a case for each requirement.

import type { OwnResult, OwnSpecs, OwnVerdict } from './own/result.ts';
import { failureBlock } from './terminal/terminal.ts';
import { visible } from './terminal/visible.ts';
import { acceptanceOf, acceptedResults, isAccepted } from './verdict/acceptance.ts';
import { byArea } from './verdict/groups.ts';
import type { RequirementResult, Verdict } from './verdict/verdict.ts';
import { meaning } from './verdict/wording.ts';

export function junit(verdict: Verdict): string {
  const { requirements, totals, seconds, startedAt, reason } = verdict;
  const accepted = acceptedResults(verdict);
  const suites = byArea(requirements.filter((result) => !isAccepted(result))).map(({ key, members }) => {
    const count = (wanted: string) => members.filter((result) => result.verdict === wanted).length;
    return element(
      'testsuite',
      {
        name: key.name,
        tests: members.length,
        failures: count('fail'),
        errors: count('error'),
        skipped: count('untested'),
        timestamp: startedAt,
      },
      [propertiesOf(verdict), ...members.map((result) => testcase(`${key.code} ${key.name}`, result, verdict))],
    );
  });
  const own = verdict.own?.results ?? [];
  const ofOwn = (...wanted: OwnVerdict[]) => own.filter((result) => wanted.includes(result.verdict)).length;
  // A file without results must not read as green, so a case with an error is added.
  const nothingShown = reason !== undefined || requirements.length === 0;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'testsuites',
    {
      name: 'assay',
      tests: requirements.length + own.length + (nothingShown ? 1 : 0),
      failures:
        requirements.filter((result) => result.verdict === 'fail' && !isAccepted(result)).length + ofOwn('fail'),
      errors: totals.error + (nothingShown ? 1 : 0) + (verdict.own && isUnexplained(verdict.own) ? 1 : 0),
      skipped:
        requirements.filter((result) => result.verdict === 'untested' || isAccepted(result)).length +
        ofOwn('untested', 'skipped'),
      time: seconds.toFixed(3),
    },
    [
      ...(nothingShown ? [noVerdict(verdict)] : []),
      ...(accepted.length > 0 ? [acceptedSuite(accepted, verdict)] : []),
      ...suites,
      ...(verdict.own ? [ownSuite(verdict.own, startedAt)] : []),
    ],
  )}\n`;
}

const noVerdict = (verdict: Verdict): string =>
  element(
    'testsuite',
    { name: 'The run', tests: 1, failures: 0, errors: 1, skipped: 0, timestamp: verdict.startedAt },
    [
      element('testcase', { name: 'the run comes to a verdict', classname: 'assay.The run' }, [
        element('error', { message: meaning(verdict), type: 'undecided' }, []),
      ]),
    ],
  );

const acceptedSuite = (accepted: readonly RequirementResult[], verdict: Verdict): string =>
  element(
    'testsuite',
    {
      name: 'Accepted deviations',
      tests: accepted.length,
      failures: 0,
      errors: 0,
      skipped: accepted.length,
      timestamp: verdict.startedAt,
    },
    [propertiesOf(verdict), ...accepted.map((result) => testcase('Accepted deviations', result, verdict))],
  );

const propertiesOf = ({ assay, target, digests, seed, depth }: Verdict): string =>
  element(
    'properties',
    {},
    Object.entries({ assay, target, seed, depth, ...digests }).map(([name, value]) =>
      element('property', { name, value }, []),
    ),
  );

function testcase(area: string, result: RequirementResult, verdict: Verdict): string {
  const chapter = result.where.split(' / ')[0] ?? '';
  return element(
    'testcase',
    { name: `${result.id} ${result.says}`, classname: `${undotted(area)}.${undotted(chapter)}` },
    [...outcomeOf(result, verdict)],
  );
}

/** Own specs that are undecided for a reason that none of their results shows. */
const isUnexplained = ({ status, results }: OwnSpecs): boolean =>
  status === 'undecided' && results.every(({ verdict }) => verdict === 'pass' || verdict === 'skipped');

/** Own specs are a separate suite, so that none of them is taken for a requirement. */
function ownSuite(own: OwnSpecs, timestamp: string): string {
  const { results, reason } = own;
  const count = (...wanted: OwnVerdict[]) => results.filter(({ verdict }) => wanted.includes(verdict)).length;
  const isUndecided = isUnexplained(own);
  return element(
    'testsuite',
    {
      name: 'Your own specs',
      tests: results.length,
      failures: count('fail'),
      errors: isUndecided ? 1 : 0,
      skipped: count('untested', 'skipped'),
      timestamp,
    },
    [
      ...(isUndecided
        ? [
            element('testcase', { name: 'the own specs come to a verdict', classname: 'own.The run' }, [
              element('error', { message: reason ?? '', type: 'undecided' }, []),
            ]),
          ]
        : []),
      ...results.map(ownCase),
    ],
  );
}

function ownCase({ title, at, verdict, reason = '', milliseconds }: OwnResult): string {
  const file = at.replace(/:\d+$/, '');
  const outcome = {
    pass: [],
    fail: [element('failure', { message: reason.split('\n')[0] ?? '', type: 'own spec' }, [text(`${at}\n${reason}`)])],
    untested: [element('skipped', { message: reason }, [])],
    skipped: [element('skipped', { message: reason }, [])],
  }[verdict];
  return element(
    'testcase',
    { name: title, classname: `own.${undotted(file)}`, time: (milliseconds / 1000).toFixed(3) },
    outcome,
  );
}

/** Readers of JUnit files take a dot in a class name for the end of a package name. */
const undotted = (text: string): string => text.replaceAll('.', ' ');

function outcomeOf(result: RequirementResult, verdict: Verdict): readonly string[] {
  const { reason = '', observations } = result;
  if (isAccepted(result)) {
    return [
      element('skipped', { message: acceptanceOf(result) }, []),
      element('system-out', {}, [text(failureBlock(result, verdict))]),
    ];
  }
  switch (result.verdict) {
    case 'pass':
      return [];
    case 'fail':
      return [element('failure', { message: reason, type: result.level }, [text(failureBlock(result, verdict))])];
    case 'error':
      return [element('error', { message: reason, type: 'error' }, [])];
    case 'untested':
      return [element('skipped', { message: reason }, [])];
    case 'advice':
      return [element('system-out', {}, [text(`advice not followed\n${failureBlock(result, verdict)}`)])];
    case 'observed':
      return observations.length === 0
        ? []
        : [element('system-out', {}, [text(`observed\n${observations.join('\n')}`)])];
  }
}

type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Attributes, content: readonly string[]): string {
  const start = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${attribute(String(value))}"`),
  ].join(' ');
  return content.length === 0 ? `<${start}/>` : `<${start}>\n${content.join('\n')}\n</${name}>`;
}

const text = (value: string): string =>
  visible(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const attribute = (value: string): string =>
  text(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

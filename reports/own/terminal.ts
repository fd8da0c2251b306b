// A team's own specs in the terminal, below the verdict on the contract.

import { folded, packed } from '../terminal/fold.ts';
import { inkFor } from '../terminal/ink.ts';
import { visible } from '../terminal/visible.ts';
import type { Status } from '../verdict/verdict.ts';
import { counted } from '../verdict/wording.ts';
import { ownMarks, ownMeaning, ownTotals } from './own-specs.ts';
import type { OwnResult, OwnSpecs } from './result.ts';

const paints = { passed: 'green', failed: 'red', undecided: 'yellow' } as const;

const widest = 100;

export function ownSummary(
  own: OwnSpecs,
  ofContract: Status,
  look: { readonly colour: boolean; readonly width: number },
): string {
  const ink = inkFor(look.colour);
  const width = Math.min(look.width, widest);
  const paint = ink[paints[own.status]];
  const { results, folder, status } = own;
  const notable = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'untested');
  const label = `own specs ${status}`;
  return [
    '',
    ...notable.flatMap((result) => [...block(result, width), '']),
    ...packed([`${counted(results.length, 'own spec')} in ${folder}`, ...ownTotals(own)], ' · ', width),
    '',
    paint(ink.bold(`${own.status === 'passed' ? '✓' : own.status === 'failed' ? '✗' : '?'} ${label}`)),
    ...folded(visible(ownMeaning(own, ofContract)), width - 2).map((line) => `  ${line}`),
  ].join('\n');
}

function block({ verdict, title, at, reason = '' }: OwnResult, width: number): readonly string[] {
  const [first = '', ...rest] = folded(visible(title), width - 2);
  return [
    `${ownMarks[verdict]} ${first}`,
    ...rest.map((line) => `  ${line}`),
    `    at        ${visible(at)}`,
    ...reason.split('\n').map((line) => `    ${visible(line)}`),
  ];
}

// What part of the contract recorded traffic exercises, for the terminal.

import { judgedInTraffic } from '../../contract/judge/judged.ts';
import { operations } from '../../contract/operations.ts';
import type { Met } from '../../exchange/traffic/by-reason.ts';
import { packed } from '../terminal/fold.ts';
import { visible } from '../terminal/visible.ts';
import type { TrafficSeen } from '../verdict/verdict.ts';
import { counted, number } from '../verdict/wording.ts';

const nameWidth = 32;

const operationLine = ({ id, exchanges, statuses }: TrafficSeen['operations'][number]): string => {
  const met = Object.entries(statuses).map(([status, count]) => `${status} × ${number(count)}`);
  return `    ${id.padEnd(nameWidth)}${number(exchanges).padStart(7)}   ${met.join(', ')}`;
};

const withCommas = (names: readonly string[]): readonly string[] =>
  names.map((name, index) => (index === names.length - 1 ? name : `${name},`));

const listed = (title: string, names: readonly string[], width: number): readonly string[] =>
  names.length === 0 ? [] : [title, ...packed(withCommas(names), ' ', width - 4).map((line) => `    ${line}`)];

export function trafficSummary(traffic: TrafficSeen, width: number): string {
  const { judged: count, unanswered, elsewhere, unusable, omitted = [] } = traffic;
  const met = [
    `${counted(count, 'exchange')} judged`,
    ...(unanswered > 0 ? [`${number(unanswered)} without an answer`] : []),
    ...(elsewhere > 0 ? [`${number(elsewhere)} elsewhere than in the contract`] : []),
  ];
  const told = (what: string) => (each: Met) =>
    `  ${what}: ${visible(each.reason)} (${number(each.count)}, first ${visible(each.first)})`;
  const shown = judgedInTraffic.size - traffic.requirementsUnmet.length;
  return [
    met.join(' · '),
    ...unusable.map(told('not usable')),
    ...omitted.map(told('left out')),
    `${number(traffic.operations.length)} of ${number(operations.size)} operations called, ` +
      `${number(shown)} of the ${number(judgedInTraffic.size)} requirements checked that single exchanges are judged by`,
    ...traffic.operations.map(operationLine),
    ...listed('  never called:', traffic.operationsUnmet, width),
  ].join('\n');
}

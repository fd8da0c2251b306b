// What a check measured, drawn for the reports.
import { growth } from '../load/pictures/growth.ts';
import { latencies } from '../load/pictures/latencies.ts';
import { timeline } from '../load/pictures/timeline.ts';
import type { TestRecord } from './record.ts';

/** Each with its name and its SVG. */
export const picturesOf = ({
  limits = [],
  latencies: measured = [],
}: Pick<TestRecord, 'limits' | 'latencies'>): readonly (readonly [name: string, svg: string])[] => [
  ...limits.flatMap((limit) => [
    [`${limit.called}: timeline`, timeline(limit)] as const,
    [`${limit.called}: latencies`, latencies(limit)] as const,
  ]),
  ...measured.map((each) => [`${each.called}: latency by number of ${each.by}`, growth(each)] as const),
];

// How long answers took, accepted and refused apart, as a picture.
import type { Dot, FoundLimit } from '../found-limit.ts';
import { drawn, ink, legend, namesAxis, numbersAxis } from './chart.ts';

const size = { width: 960, height: 220 };

/** Milliseconds: each bin ends where the next begins; the first begins at nothing, the last has no end. */
const ends = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 2000, 5000, 10_000];

const binOf = (took: number): number => {
  const index = ends.findIndex((end) => took < end);
  return index === -1 ? ends.length : index;
};

const shown = (milliseconds: number): string =>
  milliseconds >= 1000 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;

const nameOf = (bin: number): string =>
  bin === ends.length ? `from ${shown(ends.at(-1)!)}` : `< ${shown(ends[bin]!)}`;

export const latencies = (limit: FoundLimit): string => {
  const times = (answer: Dot['answer']) =>
    limit.arrivals.flatMap(({ answer: own, took }) => (own === answer && took !== undefined ? [took] : []));
  const [accepted, refused] = [times('admitted'), times('refused')];
  const used = [...accepted, ...refused].map(binOf);
  const [from, to] = used.length === 0 ? [0, 0] : [Math.min(...used), Math.max(...used)];
  const bins = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const counts = (values: readonly number[]) =>
    bins.map((bin) => values.filter((value) => binOf(value) === bin).length);
  return drawn(
    {
      legend,
      grid: { left: 48, right: 16, top: 56, bottom: 28 },
      xAxis: namesAxis(bins.map(nameOf)),
      yAxis: { ...numbersAxis('requests by the time of their answers'), minInterval: 1 },
      series: [
        { name: 'accepted', type: 'bar', silent: true, itemStyle: { color: ink.accepted }, data: counts(accepted) },
        { name: 'refused', type: 'bar', silent: true, itemStyle: { color: ink.refused }, data: counts(refused) },
      ],
    },
    size,
    `${limit.called}: how long ${accepted.length} accepted and ${refused.length} refused requests took`,
  );
};

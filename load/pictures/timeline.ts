// Draws a probe: when requests were accepted and refused, how many were counted already, and the window that was inferred.
import type { Candidate } from '../fit/candidate.ts';
import type { Dot, FoundLimit } from '../found-limit.ts';
import { modelOf } from '../models/index.ts';
import { type Meter, scaleOf } from '../models/model.ts';
import { drawn, ink, legend, roundedUp } from './chart.ts';

const size = { width: 960, height: 300 };

export const timeline = (limit: FoundLimit): string => {
  const [best] = limit.limiters;
  const levels = best === undefined ? undefined : levelsOf(limit, best);
  const points = (answer: Dot['answer']) =>
    limit.arrivals.flatMap((dot, index) =>
      dot.answer === answer ? [[seconds(dot.sent), levels?.[index] ?? heights[answer]]] : [],
    );
  const highest = Math.max(best?.count ?? 1, ...(levels ?? []));
  const series = [
    { name: 'accepted', symbol: 'circle', symbolSize: 7, color: ink.accepted, data: points('admitted') },
    { name: 'refused', symbol: cross, symbolSize: 8, color: ink.refused, data: points('refused') },
    { name: 'no answer', symbol: 'triangle', symbolSize: 9, color: ink.unknown, data: points('unknown') },
  ]
    .filter(({ data }) => data.length > 0)
    .map(({ color, ...one }, index) => ({
      ...one,
      type: 'scatter',
      silent: true,
      itemStyle: { color, opacity: 0.85 },
      ...(index === 0 && best !== undefined && { markArea: windows(limit, best), markLine: line(best) }),
    }));
  return drawn(
    {
      legend,
      grid: { left: 48, right: 16, top: 48, bottom: 44 },
      xAxis: axis('seconds', { min: 0, max: Math.ceil(seconds(limit.arrivals.at(-1)?.sent ?? 0) * 10) / 10 || 1 }),
      yAxis:
        levels === undefined
          ? { show: false, type: 'value', min: -1, max: 2 }
          : axis('counted already', { min: 0, max: roundedUp(highest * 1.2), minInterval: 1, splitNumber: 4 }),
      series,
    },
    size,
    `${limit.called}: ${limit.arrivals.length} requests over time, accepted and refused`,
  );
};

const cross = 'path://M0,2 L2,0 L5,3 L8,0 L10,2 L7,5 L10,8 L8,10 L5,7 L2,10 L0,8 L3,5 Z';
const heights: Readonly<Record<Dot['answer'], number>> = { admitted: 1, refused: 0, unknown: 0.5 };

const seconds = (milliseconds: number): number => Math.round(milliseconds) / 1000;

const axis = (name: string, more: object) => ({
  type: 'value',
  name,
  nameLocation: name === 'seconds' ? 'middle' : 'end',
  nameGap: name === 'seconds' ? 28 : 12,
  nameTextStyle: { color: ink.soft, fontSize: 13, align: name === 'seconds' ? 'center' : 'left' },
  axisLine: { show: true, lineStyle: { color: ink.soft } },
  axisLabel: { color: ink.soft, fontSize: 12, showMaxLabel: name !== 'seconds' },
  splitLine: { show: false },
  ...more,
});

/** A request is drawn as arrived after half of the usual round trip. */
const arrivedAt = ({ sent, took = 0 }: Dot): number => sent + Math.min(took, 20) / 2;

const meterOf = ({ began }: FoundLimit, { model: id, variant: name, count, window, phase = 0 }: Candidate): Meter => {
  const model = modelOf(id);
  const variant = model.variants.find((known) => known.name === name) ?? model.variants[0];
  return variant.meter(scaleOf(model, { count, window }), phase - began);
};

/** Milliseconds. Among requests this close together, the accepted ones are taken to have come first. */
const together = 5;

const byLikelyOrder = (one: { readonly dot: Dot }, other: { readonly dot: Dot }): number =>
  Math.floor(one.dot.sent / together) - Math.floor(other.dot.sent / together) ||
  Number(one.dot.answer === 'refused') - Number(other.dot.answer === 'refused') ||
  arrivedAt(one.dot) - arrivedAt(other.dot);

/** The level that each arrival met at the inferred limiter. */
const levelsOf = (limit: FoundLimit, best: Candidate): number[] => {
  const meter = meterOf(limit, best);
  const levels: number[] = [];
  const inOrder = limit.arrivals.map((dot, index) => ({ dot, index })).sort(byLikelyOrder);
  for (const { dot, index } of inOrder) {
    const time = arrivedAt(dot);
    levels[index] = Math.round(meter.level(time) * 10) / 10;
    if (dot.answer !== 'unknown') meter.note(time, dot.answer === 'admitted');
  }
  return levels;
};

const line = ({ count }: Candidate) => ({
  silent: true,
  symbol: 'none',
  lineStyle: { color: ink.windowEdge, type: 'dashed', width: 1 },
  label: { position: 'insideEndTop', formatter: `limit ${count}`, color: ink.windowEdge, fontSize: 12 },
  data: [{ yAxis: count }],
});

/** Shows the windows of a clock, or those that traffic opened; of a sliding window, one. */
const windows = (limit: FoundLimit, best: Candidate) => ({
  silent: true,
  itemStyle: { color: ink.window, borderColor: ink.ground, borderWidth: 1 },
  label: { color: ink.windowEdge, fontSize: 12, position: 'insideTop' },
  data: spans(limit, best).map(([from, to], index, all) => [
    {
      xAxis: seconds(from),
      ...(index === widest(all) && { name: `window ${Number((best.window / 1000).toFixed(2))} s` }),
    },
    { xAxis: seconds(to) },
  ]),
});

/** The window that has room for its label. */
const widest = (all: readonly (readonly [number, number])[]): number => {
  const widths = all.map(([from, to]) => Math.round(to - from));
  return widths.indexOf(Math.max(...widths));
};

const spans = ({ arrivals, began }: FoundLimit, { model, window, phase = 0 }: Candidate): [number, number][] => {
  const end = arrivals.at(-1)?.sent ?? 0;
  if (model === 'fixedWindowAligned') {
    const first = ((((phase - began) % window) + window) % window) - window;
    const all: [number, number][] = [];
    for (let from = first; from < end; from += 2 * window) all.push([Math.max(0, from), Math.min(end, from + window)]);
    return all.filter(([from, to]) => to > from);
  }
  if (model === 'fixedWindowAnchored') {
    const opened: [number, number][] = [];
    for (const { sent } of arrivals)
      if (sent >= (opened.at(-1)?.[1] ?? Number.NEGATIVE_INFINITY)) opened.push([sent, sent + window]);
    return opened.map(([from, to]) => [from, Math.min(to, end)]);
  }
  return [[0, Math.min(window, end)]];
};

// The cases of the identification benches, and how their results are counted.
import type { Candidate } from '../../load/fit/candidate.ts';
import type { Fit } from '../../load/fit/fit.ts';
import { limiterModels, modelOf } from '../../load/models/index.ts';
import type { ModelId } from '../../load/models/model.ts';

export interface Cell {
  readonly model: ModelId;
  readonly count: number;
  readonly window: number;
}

export const cellsOf = (scales: readonly (readonly [count: number, window: number])[]): Cell[] =>
  scales.flatMap(([count, window]) => limiterModels.map(({ id }) => ({ model: id, count, window })));

export interface Trial {
  readonly fit: Fit;
  readonly requests: number;
  /** Milliseconds. */
  readonly duration: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1).padStart(5)} %`;

const short = ({ model, count, window, cost }: Candidate): string =>
  `${model} ${count} per ${window.toFixed(0)} ms (cost ${cost.toFixed(1)})`;

const outcome = (fit: Fit): string => {
  if (fit.kind === 'fitted') return `${short(fit.best)}, next model ${fit.lead.toFixed(1)} worse`;
  if (fit.kind === 'cannotTell') return fit.between.map(short).join(' or ');
  return fit.kind === 'nothingFits' ? `nothing, nearest ${short(fit.closest)}` : fit.kind;
};

/** What was identified wrongly, at most three times. */
const misses = ({ model, count }: Cell, trials: readonly Trial[]): string[] =>
  trials
    .filter(({ fit }) => fit.kind !== 'fitted' || fit.best.model !== model || fit.best.count !== count)
    .slice(0, 3)
    .map(({ fit, requests }) => `    missed: ${outcome(fit)}, after ${requests} requests`);

/** One line of the table. A window counts as right when it is off by at most a tenth. */
const line = ({ model, count, window }: Cell, trials: readonly Trial[]): string => {
  const fitted = trials.map(({ fit }) => (fit.kind === 'fitted' ? fit.best : undefined));
  const right = fitted.filter((best) => best?.model === model);
  const exact = fitted.filter((best) => best?.count === count);
  const near = right.filter((best) => best !== undefined && Math.abs(best.window - window) <= window / 10);
  const undecided = trials.filter(({ fit }) => fit.kind !== 'fitted').length;
  const whole = trials.length;
  return [
    modelOf(model).name.padEnd(46),
    `${count} per ${window} ms`.padEnd(16),
    `algorithm ${share(right.length, whole)}`,
    `count ${share(exact.length, whole)}`,
    `window ${share(near.length, whole)}`,
    `undecided ${share(undecided, whole)}`,
    `wrong ${share(whole - right.length - undecided, whole)}`,
    `${mean(trials.map(({ requests }) => requests)).toFixed(0)} requests`,
    `${(mean(trials.map(({ duration }) => duration)) / 1000).toFixed(1)} s`,
    `of ${whole}`,
  ].join('  ');
};

/** The printed lines of a cell, and how many of its limiters were taken for another one. */
export interface CellReport {
  readonly text: string;
  readonly wrong: number;
}

export const reportOf = (cell: Cell, trials: readonly Trial[]): CellReport => ({
  text: [line(cell, trials), ...misses(cell, trials)].join('\n'),
  wrong: trials.filter(({ fit }) => fit.kind === 'fitted' && fit.best.model !== cell.model).length,
});

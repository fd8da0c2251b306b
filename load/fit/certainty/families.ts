// The kinds of limiters that are looked for, each with the levels that it must have stood between.
import type { ModelId, ScaleMeaning } from '../../models/model.ts';
import { anchoredWindow } from './anchored-windows.ts';
import { bucket } from './buckets.ts';
import { alignedWindow, counter } from './clock-windows.ts';
import type { LevelsOf } from './levels.ts';
import { log } from './sliding-logs.ts';

export interface Family {
  readonly model: ModelId;
  readonly variant: string;
  readonly scale: ScaleMeaning;
  readonly phased: boolean;
  readonly levels: LevelsOf;
}

/**
 * The families of each kind, the simplest first: a family that differs in a detail is tried only where the simpler one is impossible.
 */
export const families: readonly (readonly Family[])[] = [
  [{ model: 'fixedWindowAligned', variant: 'usual', scale: 'window', phased: true, levels: alignedWindow }],
  [{ model: 'fixedWindowAnchored', variant: 'usual', scale: 'window', phased: false, levels: anchoredWindow }],
  [{ model: 'slidingLog', variant: 'usual', scale: 'window', phased: false, levels: log(({ admitted }) => admitted) }],
  [
    {
      model: 'slidingLogCountingRefusals',
      variant: 'usual',
      scale: 'window',
      phased: false,
      levels: log(({ everything }) => everything),
    },
  ],
  [
    {
      model: 'slidingCounter',
      variant: 'usual',
      scale: 'window',
      phased: true,
      levels: counter(({ admitted }) => admitted),
    },
  ],
  [
    {
      model: 'slidingCounter',
      variant: 'counting refused requests too',
      scale: 'window',
      phased: true,
      levels: counter(({ everything }) => everything),
    },
  ],
  [{ model: 'tokenBucket', variant: 'usual', scale: 'interval', phased: false, levels: bucket(0, false) }],
  [
    { model: 'leakyQueue', variant: 'usual', scale: 'interval', phased: false, levels: bucket(0, true) },
    { model: 'leakyQueue', variant: 'let go on a tick', scale: 'interval', phased: false, levels: bucket(1, true) },
  ],
];

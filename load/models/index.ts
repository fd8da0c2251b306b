// The limiter models with which a trace is compared.
import { fixedWindowAligned } from './fixed-window-aligned.ts';
import { fixedWindowAnchored } from './fixed-window-anchored.ts';
import { leakyQueue } from './leaky-queue.ts';
import type { LimiterModel, ModelId } from './model.ts';
import { slidingCounter } from './sliding-counter.ts';
import { slidingLog, slidingLogCountingRefusals } from './sliding-log.ts';
import { tokenBucket } from './token-bucket.ts';

export const limiterModels: readonly LimiterModel[] = [
  fixedWindowAligned,
  fixedWindowAnchored,
  slidingLog,
  slidingLogCountingRefusals,
  slidingCounter,
  tokenBucket,
  leakyQueue,
];

export const modelOf = (id: ModelId): LimiterModel => {
  const model = limiterModels.find((known) => known.id === id);
  if (model === undefined) throw new TypeError(`no limiter model is called ${id}`);
  return model;
};

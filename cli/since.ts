// The earlier verdict that --since names, read before anything is sent.
import type { Gate, Settings } from '../harness/settings.ts';
import { earlierOf, NotComparable, readVerdict } from '../reports/comparison/earlier.ts';
import type { Verdict } from '../reports/verdict/verdict.ts';
import { UsageError } from './exit.ts';

export interface ComparingOptions {
  readonly since?: string;
  readonly gate?: Gate;
}

export function comparing({ since, gate = 'all' }: ComparingOptions): Pick<Settings, 'since' | 'gate'> {
  if (since !== undefined) return { since: earlierOf(verdictAt(since), since), gate };
  if (gate === 'new') throw new UsageError('--gate new compares with an earlier verdict: --since FILE');
  return {};
}

export function verdictAt(path: string): Verdict {
  try {
    return readVerdict(path);
  } catch (error) {
    if (error instanceof NotComparable) throw new UsageError(error.message);
    throw error;
  }
}

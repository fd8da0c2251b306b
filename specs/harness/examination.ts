// Does one check at a bench: what came of it, for the verdict, and how it ended, for who ran it.
import type { Bench } from './bench.ts';
import type { Declaration } from './declaration.ts';
import { type Ending, outcomeOf } from './ending.ts';
import type { TestRecord } from './record.ts';

export async function examine(
  { id, body }: Declaration,
  bench: Bench,
): Promise<{ readonly record: TestRecord; readonly ending: Ending }> {
  const session = bench.begin(id);
  const ending = await endingOf(() => body(session.check));
  return { record: session.end(outcomeOf(ending), ending), ending };
}

async function endingOf(work: () => Promise<void>): Promise<Ending> {
  try {
    await work();
    return { kind: 'returned' };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

// What a report keeps of the evidence when its run is over.
import { existsSync } from 'node:fs';
import { thinRecording } from '../exchange/recording/thinning.ts';
import { reportFolder } from './folder.ts';
import type { Verdict } from './verdict/verdict.ts';

/**
 * Applies to a run that asked for less than all. It is done before the report is written, because the certificate has the digest of
 * the evidence that is kept.
 */
export async function keepEvidence(out: string, verdict: Verdict): Promise<void> {
  const { evidence } = reportFolder(out);
  if (verdict.kept === undefined || !existsSync(evidence)) return;
  const wanted = verdict.kept === 'failures' ? shownIn(verdict) : new Set<unknown>();
  await thinRecording(evidence, ({ id }) => wanted.has(id), { kept: `${verdict.kept} (--evidence)` });
}

/** All texts in the verdict. Among them are the ids of all exchanges that it refers to, wherever they stand. */
function shownIn(part: unknown, texts = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof part === 'string') texts.add(part);
  else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) shownIn(inner, texts);
  return texts;
}

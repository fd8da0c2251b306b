// What a report keeps of the evidence when its run is over.
import { existsSync } from 'node:fs';
import { thinRecording } from '../exchange/recording/thinning.ts';
import { reportFolder } from './folder.ts';
import type { Verdict } from './verdict/verdict.ts';

/** Of a run that asked for less than all; done before the report is written, whose certificate has the digest of what is kept. */
export async function keepEvidence(out: string, verdict: Verdict): Promise<void> {
  const { evidence } = reportFolder(out);
  if (verdict.kept === undefined || !existsSync(evidence)) return;
  const wanted = verdict.kept === 'failures' ? shownIn(verdict) : new Set<unknown>();
  await thinRecording(evidence, ({ id }) => wanted.has(id), { kept: `${verdict.kept} (--evidence)` });
}

/** All texts of the verdict; the ids of the exchanges that it refers to, in whatever part of it, are among them. */
function shownIn(part: unknown, texts = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof part === 'string') texts.add(part);
  else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) shownIn(inner, texts);
  return texts;
}

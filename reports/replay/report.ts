// Writes the results of a replay into its folder; a reader finds either the old file or the whole new one.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplayResult } from '../../replay/verdict/result.ts';
import { replayPage } from './page.ts';

/** Where the page is. */
export function writeReplayReport(out: string, result: ReplayResult): string {
  writeWhole(join(out, 'replay.json'), `${JSON.stringify(result, null, 2)}\n`);
  const page = join(out, 'index.html');
  writeWhole(page, replayPage(result));
  return page;
}

function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}

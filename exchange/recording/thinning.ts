// Keeps only the wanted exchanges of a recording. The new file replaces the old one when it is complete.
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { RecordedExchange } from '../exchange.ts';
import { assayVersion } from '../version.ts';
import { exchangeLine, format, headerLine } from './line.ts';
import { readRecording } from './reader.ts';

/** `about` is the information that the file gives about itself. */
export async function thinRecording(
  path: string,
  isWanted: (exchange: RecordedExchange) => boolean,
  about: Readonly<Record<string, string>>,
): Promise<void> {
  const part = `${path}.part`;
  const file = openSync(part, 'w');
  try {
    const writtenBy = `assay ${assayVersion}`;
    writeSync(file, headerLine({ format, writtenBy, at: new Date().toISOString(), about }));
    for await (const item of readRecording(path)) {
      if (item.kind === 'header') writeSync(file, headerLine(item.header));
      if ('exchange' in item && isWanted(item.exchange)) writeSync(file, exchangeLine(item.exchange));
    }
    closeSync(file);
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

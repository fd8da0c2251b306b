// What a command reads must be there, and must outlive what it writes.
import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { trafficFiles } from '../../exchange/traffic/files.ts';
import { fromHere, reportFolder } from '../../reports/folder.ts';
import { UsageError } from '../exit.ts';

/** Throws a `UsageError` that names what is not there; to be called before anything else is asked for. */
export function refuseMissing(files: readonly string[]): void {
  const missing = trafficFiles(files).filter((file) => lstatSync(file, { throwIfNoEntry: false }) === undefined);
  if (missing.length > 0) throw new UsageError(missing.map((file) => `${file}: there is no such file`).join('\n'));
}

/** Throws a `UsageError` when one of the files would give way to the report. */
export function refuseToOverwrite(files: readonly string[], out: string): void {
  const { evidence } = reportFolder(out);
  if (trafficFiles(files).some((file) => resolve(file) === evidence)) {
    throw new UsageError(
      `${fromHere(evidence)} would be overwritten by the report that is made from it. Name another folder with --out.`,
    );
  }
}

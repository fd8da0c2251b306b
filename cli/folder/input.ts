// Refuses input that is missing, or that the command's own output would overwrite.
import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { trafficFiles } from '../../exchange/traffic/files.ts';
import { fromHere, reportFolder } from '../../reports/folder.ts';
import { UsageError } from '../exit.ts';

/** Throws a `UsageError` that names the missing files; to be called before the user is asked for anything else. */
export function refuseMissing(files: readonly string[]): void {
  const missing = trafficFiles(files).filter((file) => lstatSync(file, { throwIfNoEntry: false }) === undefined);
  if (missing.length > 0) throw new UsageError(missing.map((file) => `${file}: there is no such file`).join('\n'));
}

/** Throws a `UsageError` when the report would overwrite one of the files. */
export function refuseToOverwrite(files: readonly string[], out: string): void {
  const { evidence } = reportFolder(out);
  if (trafficFiles(files).some((file) => resolve(file) === evidence)) {
    throw new UsageError(
      `${fromHere(evidence)} would be overwritten by the report that is made from it. Name another folder with --out.`,
    );
  }
}

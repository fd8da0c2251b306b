// What a command reads must outlive what it writes.
import { resolve } from 'node:path';
import { trafficFiles } from '../../exchange/traffic/files.ts';
import { fromHere, reportFolder } from '../../reports/folder.ts';
import { UsageError } from '../exit.ts';

/** Throws a `UsageError` when one of the files would give way to the report. */
export function refuseToOverwrite(files: readonly string[], out: string): void {
  const { evidence } = reportFolder(out);
  if (trafficFiles(files).some((file) => resolve(file) === evidence)) {
    throw new UsageError(
      `${fromHere(evidence)} would be overwritten by the report that is made from it. Name another folder with --out.`,
    );
  }
}

// Refuses files that are missing, cannot be written, or would be overwritten by the command's own output.
import { accessSync, constants, existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { trafficFiles } from '../../exchange/traffic/files.ts';
import { fromHere, reportFolder } from '../../reports/folder.ts';
import { UsageError } from '../exit.ts';

/** Throws a `UsageError` that names the missing files; to be called before the user is asked for anything else. */
export function refuseMissing(files: readonly string[]): void {
  const missing = trafficFiles(files).filter((file) => lstatSync(file, { throwIfNoEntry: false }) === undefined);
  if (missing.length > 0) throw new UsageError(missing.map((file) => `${file}: there is no such file`).join('\n'));
}

/** Throws a `UsageError` when there can be no file of this name; to be called before anything is sent. */
export function refuseUnwritable(path: string | undefined): void {
  if (path === undefined) return;
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder');
    // The dot makes this fail where the folder is a file.
    accessSync(existsSync(path) ? path : `${dirname(resolve(path))}/.`, constants.W_OK);
  } catch (error) {
    throw new UsageError(cannotWrite(path, error));
  }
}

/** With the system's message, without the path in it, which may not be the one that the user gave. */
export const cannotWrite = (path: string, error: unknown): string =>
  `${fromHere(path)} cannot be written: ${(error as Error).message.replace(/, \w+ '.*'$/s, '')}`;

/** Throws a `UsageError` when the report would overwrite one of the files. */
export function refuseToOverwrite(files: readonly string[], out: string): void {
  const { evidence } = reportFolder(out);
  if (trafficFiles(files).some((file) => resolve(file) === evidence)) {
    throw new UsageError(
      `${fromHere(evidence)} would be overwritten by the report that is made from it. Name another folder with --out.`,
    );
  }
}

// Makes the folder for a file that will be written.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder, and its missing parents. Node's own `recursive` never ends on a file system that refuses new folders in an existing one,
 * as /proc does: it takes the parent for missing again and again.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const around = dirname(path);
  if (around !== path) makeFolder(around);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

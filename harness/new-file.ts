// Creates a file that only one of several processes can create, so that they agree whose turn it is or who uses a folder.
import { rmSync, writeFileSync } from 'node:fs';

/** False when it is there already. */
export function createFile(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // On a full disk the file may exist without content, which would not tell its owner.
    rmSync(path, { force: true });
    throw error;
  }
}

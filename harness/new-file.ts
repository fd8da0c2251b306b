// A file that only one of several processes can create: by it they agree whose turn it is, and who has a folder.
import { rmSync, writeFileSync } from 'node:fs';

/** False when it is there already. */
export function createFile(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // On a full disk it was made without its content, and nobody would know whose it is.
    rmSync(path, { force: true });
    throw error;
  }
}

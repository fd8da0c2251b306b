// The codes that the processes of a run have used, each a file in a folder: no two of them try the same one.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UsedCodes } from '../../subject/session/used-codes.ts';

export function sharedCodes(folder: string, waiting: UsedCodes['waiting']): UsedCodes {
  const take: UsedCodes['take'] = (user, step) => {
    mkdirSync(folder, { recursive: true });
    try {
      writeFileSync(join(folder, `${user}-${step}`), '', { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return false;
    }
  };
  return { take, waiting };
}

// The codes that the processes of a run have used, a file each in a shared folder, so that no two processes send the same code.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { UsedCodes } from '../../subject/session/used-codes.ts';
import { createFile } from '../new-file.ts';

export function sharedCodes(folder: string, waiting: UsedCodes['waiting']): UsedCodes {
  const take: UsedCodes['take'] = (user, step) => {
    mkdirSync(folder, { recursive: true });
    return createFile(join(folder, `${user}-${step}`), '');
  };
  return { take, waiting };
}

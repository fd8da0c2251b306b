// The time-outs of all processes of a run, a line each in a shared file, so that a new process knows what hangs.
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Hang, HangLog } from '../subject/waiting/hang-log.ts';
import { linesFrom } from './lines.ts';

export function sharedHangs(path: string): HangLog {
  const lines = linesFrom(path);
  return {
    add(hang) {
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, `${JSON.stringify(hang)}\n`);
    },
    fresh: () => lines().map((line) => JSON.parse(line) as Hang),
  };
}

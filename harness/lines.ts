// Reads a file that several processes append lines to, each time what is new.
import { existsSync, fstatSync, openSync, readSync } from 'node:fs';

/** The whole lines that were appended since it was last called; none where there is no file. */
export function linesFrom(path: string): () => readonly string[] {
  let file: number | undefined;
  let read = 0;
  return () => {
    if (file === undefined && !existsSync(path)) return [];
    file ??= openSync(path, 'r');
    const unread = fstatSync(file).size - read;
    if (unread === 0) return [];
    const fresh = Buffer.alloc(unread);
    const length = readSync(file, fresh, 0, unread, read);
    const whole = fresh.subarray(0, length).lastIndexOf('\n') + 1;
    read += whole;
    return fresh.toString('utf8', 0, whole).split('\n').filter(Boolean);
  };
}

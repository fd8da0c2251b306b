// Joins recordings to one file.
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const newline = 10;

/** A torn last line of one recording does not damage the first line of the next. */
export async function joinRecordings(from: readonly string[], to: string): Promise<void> {
  await pipeline(bytesOf(from), createWriteStream(to));
}

async function* bytesOf(paths: readonly string[]): AsyncGenerator<Buffer> {
  for (const path of paths) {
    let last = newline;
    for await (const chunk of createReadStream(path)) {
      last = (chunk as Buffer).at(-1) ?? last;
      yield chunk as Buffer;
    }
    if (last !== newline) yield Buffer.from('\n');
  }
}

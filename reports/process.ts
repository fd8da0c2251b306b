// What the process of the test runner has to do with those around it: who started it, and who reads what it writes.

const often = 1_000;

/** Ends this process when the one that started it is gone: nobody waits for the verdict any more, and its folder is free for others. */
export function endWith(starter: number): void {
  setInterval(() => {
    if (process.ppid !== starter) process.exit(1);
  }, often).unref();
}

/** A reader that has seen enough (`| head`) is no reason to stop: what is still to be written is dropped. */
export function outliveTheReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

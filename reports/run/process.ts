// How the process of the test runner behaves towards the process that started it and the one that reads its output.

const often = 1_000;

/** Ends this process when the one that started it is gone, because it waits for the verdict and frees the folder. */
export function endWith(starter: number): void {
  setInterval(() => {
    if (process.ppid !== starter) process.exit(1);
  }, often).unref();
}

/** A reader that stops reading (`| head`) does not end the run: further output is dropped. */
export function outliveTheReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

// How the process of the test runner behaves towards the process that started it, the one that reads its output, and who ends it.
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';

const often = 1_000;

/** Ends this process when the one that started it is gone, because it waits for the verdict and frees the folder. */
export function endWith(starter: number): void {
  setInterval(() => {
    if (process.ppid !== starter) process.exit(1);
  }, often).unref();
}

/**
 * Whoever takes the output may end before the run does: further output is dropped. `lost` hears of output that somebody may miss: a
 * full disk takes no more of it, whereas a reader that stops reading (`| head`) wants no more.
 */
export function outliveTheReader(lost: (reason: string) => void = () => {}): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') lost(message);
    });
  }
}

/**
 * Has the run end in good order, with its report, whichever signal ends it. The runner does so at SIGINT alone, and SIGTERM reaches it as
 * well where a whole group is ended, as `timeout` does and systems that cancel a job.
 */
export function endInOrder(): void {
  let isEnding = false;
  process.once('SIGINT', () => {
    isEnding = true;
    endWhatStartsNow();
  });
  process.on('SIGTERM', () => {
    if (!isEnding) process.kill(process.pid, 'SIGINT');
  });
}

/**
 * The runner tells its test processes to stop, but its word is lost on one that it has made up its mind to start and not started yet, as
 * after a red test: that one is told nothing, does nothing, and would be waited for.
 */
function endWhatStartsNow(): void {
  subscribe('child_process', (message) => {
    const started = (message as { readonly process: ChildProcess }).process;
    started.once('spawn', () => started.kill('SIGKILL'));
  });
}

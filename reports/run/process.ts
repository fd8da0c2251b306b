// How the process of the test runner behaves towards the process that started it, the one that reads its output, and who ends it.
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';

const often = 1_000;

/** Ends this process when the command that started it is gone, because nothing else waits for the verdict and frees the folder. */
export function endWith(starter: number): void {
  setInterval(() => {
    if (process.ppid !== starter) process.exit(1);
  }, often).unref();
}

/**
 * Drops further output when its reader ends before the run. `lost` is called when output is lost for another reason, such as a full
 * disk; a reader that stops reading (`| head`) wants no more.
 */
export function outliveTheReader(lost: (reason: string) => void = () => {}): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') lost(message);
    });
  }
}

/**
 * Lets a run that is ended by SIGTERM still write its report, as the runner does at SIGINT only. SIGTERM reaches it where a whole process
 * group is ended, as by `timeout` or by CI systems that cancel a job.
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
 * Ends test processes that the runner starts after it was told to stop, as it may after a red test: it never tells such a process to
 * stop and would wait for it.
 */
function endWhatStartsNow(): void {
  subscribe('child_process', (message) => {
    const started = (message as { readonly process: ChildProcess }).process;
    started.once('spawn', () => started.kill('SIGKILL'));
  });
}

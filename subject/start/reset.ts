// Brings a target back to where a run can begin, by a command that its profile names.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { ResetCommand } from '../profile/shape.ts';

/** Milliseconds. */
const untilHeard = 500;

/**
 * Returns undefined on success. The output of the command goes to standard error, because standard output may be reserved for the
 * verdict. The command is ended when this process ends.
 */
export function resetTarget(url: string, { command, folder }: ResetCommand): Promise<string | undefined> {
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...process.env, ASSAY_TARGET: url },
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  const kill = () => void child.kill();
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(`the command that resets the target cannot be started: ${message}`));
    child.once('close', async (code, signal) => {
      // Ctrl-C ends the command and this process. The wait lets this process end before it reports the command as failed.
      if (signal !== null) await pause(untilHeard);
      resolve(code === 0 ? undefined : `the command that resets the target, ${program}, ended with ${code ?? signal}`);
    });
  });
}

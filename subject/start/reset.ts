// Brings a target back to where a run can begin, by a command that its profile names.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { ResetCommand } from '../profile/shape.ts';

/** Milliseconds. */
const untilHeard = 500;

/** Its output goes to standard error, because standard output may be reserved for the verdict. It ends with this process. Undefined when it succeeded. */
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
      // A signal to the whole group may end the command before this process hears of it and ends by itself.
      if (signal !== null) await pause(untilHeard);
      resolve(code === 0 ? undefined : `the command that resets the target, ${program}, ended with ${code ?? signal}`);
    });
  });
}

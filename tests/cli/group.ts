// The real command in a group of processes, as a shell starts it: Ctrl-C reaches the command and all that it started.
import { type ChildProcess, spawn } from 'node:child_process';
import { command, plainEnvironment, root } from './command.ts';

export function startGroup(args: readonly string[]): {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
} {
  const options = { cwd: root, env: plainEnvironment({}), stdio: 'ignore', detached: true } as const;
  const child = spawn(process.execPath, [command, ...args], options);
  return { child, ended: new Promise((resolve) => child.once('close', resolve)) };
}

/** Whether a process of the group is left. */
export function isThere({ pid }: ChildProcess): boolean {
  try {
    return process.kill(-(pid as number), 0);
  } catch {
    return false;
  }
}

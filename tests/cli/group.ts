// The real command in a process group, as a shell starts it: Ctrl-C reaches the command and everything that it started.
import { type ChildProcess, spawn } from 'node:child_process';
import { command, plainEnvironment, root } from './command.ts';

export function startGroup(args: readonly string[]): {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  /** What it has printed so far. */
  said(): string;
} {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  const options = { cwd: root, env: plainEnvironment({}), stdio, detached: true };
  const child = spawn(process.execPath, [command, ...args], options);
  let said = '';
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString('utf8');
  });
  return { child, ended: new Promise((resolve) => child.once('close', resolve)), said: () => said };
}

/** Whether a process of the group is left. */
export function isThere({ pid }: ChildProcess): boolean {
  try {
    return process.kill(-(pid as number), 0);
  } catch {
    return false;
  }
}

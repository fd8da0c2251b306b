// What is put between a client and the server, each in a process of its own: our recorder, a proxy of Node that only forwards, and mitmproxy where it
// can be installed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../cli/prepare.ts';
import { installed } from '../peers/installed.ts';

export interface Between {
  readonly url: string;
  /** What it has printed, one line of JSON each. */
  readonly events: readonly Record<string, unknown>[];
  end(signal?: NodeJS.Signals): Promise<void>;
}

const command = fileURLToPath(new URL('../../cli/main.js', import.meta.url));

const ender = (child: ChildProcess) => {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return closed;
  };
};

export const startRecording = async (upstream: string, file: string, ...more: string[]): Promise<Between> => {
  const args = ['record', '--upstream', upstream, '--listen', '0', '--out', file, '--json', ...more];
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const events: Record<string, unknown>[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => events.push(JSON.parse(line) as Record<string, unknown>));
  await once(lines, 'line');
  return { url: String(events[0]?.url), events, end: ender(child) };
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

/** It records nothing, so it shows the least that a proxy in this language costs. */
export const startPlainProxy = async (upstream: string): Promise<Between> => {
  const script = fileURLToPath(new URL('plain-proxy.js', import.meta.url));
  const child = spawn(process.execPath, [script, upstream], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url, events: [], end: ender(child) };
};

/** Writes a file too, as our recorder does. */
export const startMitmproxy = async (upstream: string, folder: string): Promise<Between | undefined> => {
  const program = installed('mitmproxy');
  if (program === undefined) return undefined;
  const port = await freePort();
  const args = ['--mode', `reverse:${upstream}`, '--listen-host', '127.0.0.1', '-p', `${port}`];
  const options = ['-q', '-w', join(folder, 'mitmproxy.flows'), '--set', `confdir=${join(folder, 'mitmproxy')}`];
  const child = spawn(program, [...args, ...options], { stdio: 'ignore' });
  for (let tries = 0; tries < 200 && !(await answers(port)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return { url: `http://127.0.0.1:${port}`, events: [], end: ender(child) };
};

// Runs the real command in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import type { Verdict } from '../../reports/verdict/verdict.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const command = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));

export const verdictIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8')) as Verdict;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a person's shell, without the variables that this test runner sets for its children. */
export function plainEnvironment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(ASSAY|PLAYWRIGHT|PW|TEST|npm)_|^(FORCE_COLOR|NODE_OPTIONS)$/.test(name),
  );
  return { ...Object.fromEntries(own), NO_COLOR: '1', ...more };
}

const reporting = new Set(['certify', 'limits', 'check', 'replay', 'merge']);

/** A report goes to the test's own folder, because two tests would share the usual one. */
const withOwnFolder = (args: readonly string[]): readonly string[] =>
  reporting.has(args[0] ?? '') && !args.includes('--out') ? [...args, '--out', test.info().outputPath('report')] : args;

export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [command, ...withOwnFolder(args)], {
    cwd: root,
    env: plainEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function assay(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const child = start(args, env);
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<number | null>((ended) => child.once('close', ended)),
  ]);
  return { code, stdout, stderr };
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream ?? []) parts.push(Buffer.from(part as Buffer));
  return Buffer.concat(parts).toString('utf8');
}

export interface Served {
  readonly url: string;
  /** What it has printed on standard error. */
  said(): string;
  stop(): Promise<number | null>;
}

/** The reference service as a process, with its address; it ends with `stop`, or with this process. */
export async function serve(...args: string[]): Promise<Served> {
  const child = start(['serve', '--port', '0', ...args]);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  void ended.then(() => process.off('exit', kill));
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said += text.toString('utf8');
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      const found = /http:\/\/\S+/.exec(text.toString('utf8'))?.[0];
      if (found) resolve(found);
    });
    void ended.then((code) => reject(new Error(`assay serve ended with ${code}: ${said}`)));
  });
  return {
    url,
    said: () => said,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

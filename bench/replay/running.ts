// Shared by the benches of a replay: a candidate, our own command in a process of its own, and the time and memory that it took.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReplayResult } from '../../replay/verdict/result.ts';

interface Candidate {
  readonly url: string;
  /** Since the last question: the number of requests, and the milliseconds from the first to the last. */
  count(): Promise<{ readonly count: number; readonly milliseconds: number }>;
  end(): void;
}

export const startCandidate = async (): Promise<Candidate> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('candidate.js', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const url = said.toString().trim();
  return {
    url,
    count: async () => (await fetch(`${url}/bench/count`)).json() as Promise<{ count: number; milliseconds: number }>,
    end: () => void child.kill(),
  };
};

export const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

interface Ran {
  readonly result: ReplayResult;
  /** The most memory that the process had, in MB. */
  readonly memory: number;
}

export const command = fileURLToPath(new URL('../../cli/main.js', import.meta.url));

export const replayed = async (folder: string, recording: string, url: string, ...more: string[]): Promise<Ran> => {
  const profile = join(folder, 'profile.yaml');
  writeFileSync(
    profile,
    'users: { full: { username: somebody, password: made-up-password } }\nallow: { load: true }\n',
  );
  const out = join(folder, 'report');
  const args = [command, 'replay', recording, '--target', url, '--profile', profile, '--out', out, '--quiet', ...more];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  let memory = 0;
  const watch = setInterval(() => {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      memory = Math.max(memory, Number(kilobytes ?? 0) / 1024);
    } catch {
      // It has ended, or this system does not report its memory.
    }
  }, 50);
  await once(child, 'close');
  clearInterval(watch);
  return { result: JSON.parse(readFileSync(join(out, 'replay.json'), 'utf8')) as ReplayResult, memory };
};

// Certifies correct services again and again, on a machine that is idle, narrow (one processor) or busy (four neighbours): every run must exit with
// 0. Argument: how many runs (30); or `short`: five quick ones.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { freePort } from '../../cli/prepare.ts';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { startProcess } from '../limits/other-process.ts';
import type { Asked, Served } from './service.ts';

type Machine = 'idle' | 'one core' | 'neighbours';
type Service = 'plain' | 'slow-disk';

interface Cell {
  readonly machine: Machine;
  readonly service: Service;
  readonly workers: number;
  readonly depth: 'quick' | 'standard';
}

const [asked = '30'] = process.argv.slice(2);
const isShort = asked === 'short';
const neighbours = 4;
/** Milliseconds after which a run that hangs is ended. */
const longestRun = 20 * 60_000;
/** 128 plus the number of SIGINT, as a shell reports it. */
const interrupted = 130;

const cells: readonly Cell[] = isShort
  ? [
      { machine: 'one core', service: 'plain', workers: 2, depth: 'quick' },
      { machine: 'neighbours', service: 'slow-disk', workers: 2, depth: 'quick' },
      { machine: 'one core', service: 'slow-disk', workers: 1, depth: 'quick' },
      { machine: 'neighbours', service: 'plain', workers: 8, depth: 'quick' },
      { machine: 'one core', service: 'plain', workers: 8, depth: 'quick' },
    ]
  : (['idle', 'one core', 'neighbours'] as const).flatMap((machine) =>
      (['plain', 'slow-disk'] as const).flatMap((service) =>
        [1, 8].map((workers): Cell => ({ machine, service, workers, depth: 'standard' })),
      ),
    );

/** The processor that the certifying process and the service share. */
const core = '0';
const runs = isShort ? cells.length : Number(asked);
const folder = mkdtempSync(join(tmpdir(), 'assay-steady-'));
const codes: number[] = [];
for (let run = 0; run < runs; run += 1) {
  const cell = cells[run % cells.length] as Cell;
  const began = performance.now();
  const code = await certified(cell, join(folder, String(run)));
  codes.push(code);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(`  ${inWords(cell).padEnd(44)} exit ${code} in ${seconds} s\n`);
  if (code !== 0) for (const line of findingsIn(join(folder, String(run)))) process.stdout.write(`    ${line}\n`);
}
rmSync(folder, { recursive: true, force: true });

const steady = codes.filter((code) => code === 0).length;
process.stdout.write(`${steady} of ${runs} runs ended with exit 0\n`);
process.exitCode = runs > 0 && steady === runs ? 0 : 1;

async function certified(cell: Cell, out: string): Promise<number> {
  const busy = cell.machine === 'neighbours' ? await startNeighbours() : [];
  try {
    return cell.service === 'plain' ? await certify(cell, out, []) : await againstService(cell, out);
  } finally {
    for (const { stop } of busy) stop();
  }
}

function startNeighbours() {
  return Promise.all(Array.from({ length: neighbours }, () => startProcess('../steady/neighbour')));
}

/** In a process of its own, with a profile whose deliveries arrive at a port of this run. */
async function againstService(cell: Cell, out: string): Promise<number> {
  const receiver = await freePort();
  const service = await startProcess<Served>('../steady/service');
  try {
    if (pinning(cell).length > 0)
      await once(spawn('taskset', ['-acp', core, String(service.id)], { stdio: 'ignore' }), 'close');
    const { url, profile } = await service.ask({ variant: cell.service, receiver } satisfies Asked);
    const path = `${out}-profile.yaml`;
    writeFileSync(path, stringify(profile));
    return await certify(cell, out, ['--target', url, '--profile', path]);
  } finally {
    service.stop();
  }
}

function pinning({ machine }: Cell): readonly string[] {
  return machine === 'one core' && process.platform === 'linux' ? ['taskset', '-c', core] : [];
}

async function certify(cell: Cell, out: string, target: readonly string[]): Promise<number> {
  const { workers, depth } = cell;
  const command = [...pinning(cell), process.execPath, 'bin/assay.js', 'certify', '--quiet', '--out', out];
  const [program = '', ...words] = [...command, '--workers', String(workers), '--depth', depth, ...target];
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const giveUp = new AbortController();
  const late = sleep(longestRun, 'late' as const, { signal: giveUp.signal }).catch(() => undefined);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const first = await Promise.race([closed, late]);
  giveUp.abort();
  if (first !== 'late') return (await closed)[0] ?? 1;
  child.kill('SIGINT');
  await closed;
  return interrupted;
}

function findingsIn(out: string): readonly string[] {
  try {
    const { requirements, disturbance, reason } = JSON.parse(
      readFileSync(join(out, 'verdict.json'), 'utf8'),
    ) as Verdict;
    const musts = requirements.filter(({ level, verdict }) => level === 'must' && verdict !== 'pass');
    return [
      ...(reason === undefined ? [] : [reason]),
      ...musts.map((result) => `${result.id} ${result.verdict}: ${result.reason}`),
      ...(disturbance?.notable ?? []),
    ];
  } catch {
    return ['it left no verdict'];
  }
}

function inWords({ machine, service, workers, depth }: Cell): string {
  return `${machine}, ${service}, ${workers} worker${workers === 1 ? '' : 's'}, ${depth}`;
}

// What a certification takes, by kind of target and depth. Each target is the reference service as one of its variants, in a process of its own, and
// each run is the real command. Argument: runs of each cell (1); of several, the median.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freePort } from '../../cli/prepare.ts';
import type { Depth } from '../../load/depth.ts';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { startProcess } from '../limits/other-process.ts';
import { median } from '../median.ts';
import { command, inFolder } from '../replay/running.ts';
import type { Asked, Served } from '../steady/service.ts';
import { memoryBelow, processorSeconds } from './processes.ts';

interface Cell {
  readonly target: string;
  readonly variant?: string;
  readonly depth: Depth;
  /** Seconds that a run may take. */
  readonly most: number;
}

interface Run {
  readonly wall: number;
  readonly processor: number;
  readonly memory: number;
  readonly exchanges: number;
  readonly code: number;
}

const [runs = 1] = process.argv.slice(2).map(Number);

const cells: readonly Cell[] = [
  { target: 'the reference service', depth: 'quick', most: 12 },
  { target: 'the reference service', depth: 'standard', most: 30 },
  { target: 'answers 200 ms later', variant: 'far-away', depth: 'quick', most: 40 },
  { target: 'answers 200 ms later', variant: 'far-away', depth: 'standard', most: 120 },
  { target: 'limits of 2 s', variant: 'tight-limits', depth: 'quick', most: 25 },
  { target: 'limits of 2 s', variant: 'tight-limits', depth: 'standard', most: 60 },
  { target: 'limits of 8 s', variant: 'eight-second-limits', depth: 'standard', most: 120 },
  { target: '3,000 cards', variant: 'many-cards', depth: 'quick', most: 45 },
  { target: '3,000 cards', variant: 'many-cards', depth: 'standard', most: 90 },
];

console.log(`  target                 depth      wall  may take  processor  memory  exchanges  exit`);
for (const cell of cells) {
  const taken: Run[] = [];
  for (let run = 0; run < runs; run += 1)
    await inFolder(async (folder) => void taken.push(await certified(cell, folder)));
  const typical = (measure: 'wall' | 'processor' | 'memory' | 'exchanges') => median(taken.map((run) => run[measure]));
  const codes = [...new Set(taken.map(({ code }) => code))];
  console.log(
    [
      `  ${cell.target.padEnd(21)}`,
      cell.depth.padEnd(8),
      `${typical('wall').toFixed(1).padStart(5)} s`,
      `${cell.most} s`.padStart(8),
      `${typical('processor').toFixed(1)} s`.padStart(9),
      `${typical('memory').toFixed(0)} MB`.padStart(6),
      String(typical('exchanges')).padStart(9),
      codes.join(', ').padStart(4),
    ].join('  '),
  );
  if (typical('wall') > cell.most || codes.some((code) => code !== 0)) process.exitCode = 1;
}

async function certified({ variant, depth }: Cell, folder: string): Promise<Run> {
  const receiver = await freePort();
  const service = await startProcess<Served>('../steady/service');
  try {
    const asked: Asked = { ...(variant !== undefined && { variant }), receiver };
    const { url, profile } = await service.ask(asked);
    const path = join(folder, 'profile.yaml');
    writeFileSync(path, stringify(profile));
    return await measured(['--target', url, '--profile', path, '--depth', depth], join(folder, 'report'));
  } finally {
    service.stop();
  }
}

async function measured(args: readonly string[], out: string): Promise<Run> {
  const [began, used] = [performance.now(), processorSeconds()];
  const child = spawn(process.execPath, [command, 'certify', '--quiet', '--out', out, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, memoryBelow(child.pid));
  }, 250);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  return {
    wall: (performance.now() - began) / 1000,
    processor: processorSeconds() - used,
    memory,
    exchanges: exchangesIn(out),
    code: code ?? 1,
  };
}

function exchangesIn(out: string): number {
  try {
    return (JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict).exchanges;
  } catch {
    return 0;
  }
}

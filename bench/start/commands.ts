// How long each command takes to print its help, from start to exit, and a certification from start to its first request. In turns; medians.
// Argument: turns (7).
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { commands } from '../../cli/commands.ts';
import { median } from '../median.ts';
import { command, inFolder } from '../replay/running.ts';

const [turns = 7] = process.argv.slice(2).map(Number);
const mostForHelp = 150;
const mostForFirstRequest = 1500;

const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Nobody can log in there; the bench only waits for something to arrive. */
const server = createServer((_, response) => void response.writeHead(404).end());
await once(server.listen(0, '127.0.0.1'), 'listening');
const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const untilFirstRequest = async (folder: string): Promise<void> => {
  const args = [command, 'certify', '--target', target, '--out', join(folder, 'report'), '--quiet'];
  const env = { ...process.env, ASSAY_USERNAME: 'somebody', ASSAY_PASSWORD: 'made-up-password' };
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const closed = once(child, 'close');
  await once(server, 'request');
  child.kill('SIGKILL');
  await closed;
};

const works = new Map<string, () => unknown>([
  ['node alone', () => spawnSync(process.execPath, ['--eval', ''])],
  ['assay --help', () => spawnSync(process.execPath, [command, '--help'])],
  ...Object.keys(commands).map((name): [string, () => unknown] => [
    `assay ${name} --help`,
    () => spawnSync(process.execPath, [command, name, '--help']),
  ]),
]);

await inFolder(async (folder) => {
  works.set('certify until the first request', () => untilFirstRequest(folder));
  const took = new Map<string, number[]>([...works.keys()].map((name) => [name, []]));
  for (let turn = 0; turn < turns; turn += 1) for (const [name, work] of works) took.get(name)!.push(await timed(work));
  for (const [name, values] of took) console.log(`  ${name.padEnd(34)} ${median(values).toFixed(0).padStart(5)} ms`);
  const of = (name: string) => median(took.get(name)!);
  if (of('assay --help') > mostForHelp || of('certify until the first request') > mostForFirstRequest)
    process.exitCode = 1;
});
server.close();

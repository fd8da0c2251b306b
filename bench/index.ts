// Runs the benches named, or all of them, one after another: each in a process of its own, so that none warms another up.
// Numbers behind a single name are its sizes, as the bench's first line explains them. `--write` keeps what is seen in RESULTS.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Bench, benches } from './benches.ts';
import { keep } from './results.ts';

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const sizes = positionals.filter((each) => /^\d+$/.test(each));
const named = positionals.filter((each) => !sizes.includes(each));
const unknown = named.filter((name) => !(name in benches));
if (unknown.length > 0 || (sizes.length > 0 && named.length !== 1)) {
  const names = Object.keys(benches).join(', ');
  process.stderr.write(
    unknown.length > 0
      ? `no bench ${unknown.join(', ')}; there are ${names}\n`
      : 'sizes are for one bench that is named\n',
  );
  process.exit(2);
}

for (const [name, bench] of Object.entries(benches)) {
  if (named.length > 0 && !named.includes(name)) continue;
  process.stdout.write(`\n${name}\n`);
  const { status, output } = await run(bench);
  if (status !== 0) process.exitCode = 1;
  if (values.write) keep(name, bench, output, status === 0);
}

/** Prints the output as it comes, and keeps it. */
async function run({ module, told = [] }: Bench): Promise<{ readonly status: number; readonly output: string }> {
  const script = fileURLToPath(new URL(module, import.meta.url));
  const child = spawn(process.execPath, [script, ...(sizes.length > 0 ? sizes : told)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => {
    pieces.push(piece);
    process.stdout.write(piece);
  });
  const [status] = (await once(child, 'close')) as [number];
  return { status, output: Buffer.concat(pieces).toString() };
}

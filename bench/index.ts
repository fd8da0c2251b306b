// Runs the benches named, or all of them, one after another: each in a process of its own, so that none warms another up.
// Numbers behind a single name are its sizes, as the bench's first line explains them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** By name: the module, and what it is told. */
const benches: Readonly<Record<string, readonly [module: string, ...told: string[]]>> = {
  pipeline: ['pipeline/pipeline.js'],
  memory: ['pipeline/memory.js'],
  pacing: ['limits/pacing.js'],
  'false-alarms': ['limits/false-alarms.js'],
  'identification-virtual': ['limits/identification-virtual.js'],
  'identification-real': ['limits/identification-real.js'],
  'record-proxies': ['record/proxies.js'],
  'record-kills': ['record/kills.js'],
  'record-reading': ['record/reading.js'],
  'record-redaction': ['record/redaction.js'],
  'replay-peers': ['replay/peers.js'],
  'replay-load': ['replay/load.js'],
  'replay-memory': ['replay/memory.js'],
  'replay-timed': ['replay/timed.js'],
};

const given = process.argv.slice(2);
const sizes = given.filter((each) => /^\d+$/.test(each));
const named = given.filter((each) => !sizes.includes(each));
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

for (const [name, [module, ...told]] of Object.entries(benches)) {
  if (named.length > 0 && !named.includes(name)) continue;
  process.stdout.write(`\n${name}\n`);
  const script = fileURLToPath(new URL(module, import.meta.url));
  const { status } = spawnSync(process.execPath, [script, ...(sizes.length > 0 ? sizes : told)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

// Compiles the rooms to dist/ and lays beside them the documents that they read at run time; with the argument `bench`, the
// benches as well, to dist-bench/. The new folder takes the place of the old one only when it is whole.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = new URL('..', import.meta.url);
const isBench = process.argv[2] === 'bench';
const dist = new URL(isBench ? 'dist-bench' : 'dist', root);
const made = new URL(`dist-${process.pid}/`, root);
const old = new URL(`dist-${process.pid}-old`, root);

const remove = (path) => rmSync(path, { recursive: true, force: true });
process.on('exit', () => [made, old].forEach(remove));

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const project = isBench ? 'tsconfig.bench.json' : 'tsconfig.build.json';
const compiled = spawnSync(process.execPath, [tsc, '-p', project, '--outDir', fileURLToPath(made)], {
  cwd: root,
  stdio: 'inherit',
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

const isDocument = (path) => !/\.[cm]?ts$/.test(path);
for (const room of ['contract', 'subject', 'reference', 'reports']) {
  cpSync(new URL(room, root), new URL(room, made), { recursive: true, filter: isDocument });
}
cpSync(new URL('openapi.yaml', root), new URL('openapi.yaml', made));
// Published beside the schemas of what Assay writes; the reader of profiles has its own beside it.
cpSync(new URL('subject/profile/profile.schema.json', root), new URL('schemas/profile.schema.json', root));

for (const document of ['openapi', 'contract/requirements']) {
  const text = readFileSync(new URL(`${document}.yaml`, root), 'utf8');
  writeFileSync(new URL(`${document}.json`, made), JSON.stringify(parse(text)));
}

try {
  renameSync(dist, old);
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
}
renameSync(made, dist);

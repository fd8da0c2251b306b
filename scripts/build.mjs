// Compiles the rooms to dist/ and copies the documents that they read at run time beside them; with the argument `bench`, also
// compiles the benches, to dist-bench/. The new folder replaces the old one only when it is complete. With `if-changed`, which npm
// uses to prepare the package, nothing is done when dist/ was built from the same sources, because `npx assay` in a clone prepares
// the package each time before it starts.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = new URL('..', import.meta.url);
const isBench = process.argv[2] === 'bench';
const dist = new URL(isBench ? 'dist-bench/' : 'dist/', root);
const project = isBench ? 'tsconfig.bench.json' : 'tsconfig.build.json';
const stamp = 'sources.sha256';

const sources = digestOfSources();
if (process.argv[2] === 'if-changed' && readIfThere(new URL(stamp, dist)) === sources) process.exit(0);

const made = new URL(`dist-${process.pid}/`, root);
const old = new URL(`dist-${process.pid}-old`, root);

const remove = (path) => rmSync(path, { recursive: true, force: true });
process.on('exit', () => [made, old].forEach(remove));

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
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
// Copied to the folder of published schemas, because the code that reads profiles and certificates keeps its schemas beside itself.
for (const own of ['subject/profile/profile.schema.json', 'reports/certificate/certificate.schema.json'])
  cpSync(new URL(own, root), new URL(`schemas/${own.split('/').at(-1)}`, root));

for (const document of ['openapi', 'contract/requirements']) {
  const text = readFileSync(new URL(`${document}.yaml`, root), 'utf8');
  writeFileSync(new URL(`${document}.json`, made), JSON.stringify(parse(text)));
}
writeFileSync(new URL(stamp, made), sources);

try {
  renameSync(dist, old);
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
}
renameSync(made, dist);

/** The digest of everything that the result depends on: what the compiler includes, its settings, its version, and this file. */
function digestOfSources() {
  const { include } = JSON.parse(readFileSync(new URL('tsconfig.json', root), 'utf8'));
  const { exclude } = JSON.parse(readFileSync(new URL(project, root), 'utf8'));
  const more = ['openapi.yaml', 'tsconfig.json', project, 'package-lock.json', 'scripts/build.mjs'];
  const files = [...include.filter((room) => !exclude.includes(room)), ...more].flatMap(filesBelow).sort();
  const digest = createHash('sha256');
  for (const file of files)
    digest
      .update(`${file}\0`)
      .update(readFileSync(new URL(file, root)))
      .update('\0');
  return digest.digest('hex');
}

function filesBelow(path) {
  if (/\.\w+$/.test(path)) return existsSync(new URL(path, root)) ? [path] : [];
  return readdirSync(new URL(path, root), { recursive: true, encoding: 'utf8' })
    .map((name) => `${path}/${name.replaceAll('\\', '/')}`)
    .filter((file) => statSync(new URL(file, root)).isFile());
}

function readIfThere(url) {
  return existsSync(url) ? readFileSync(url, 'utf8') : undefined;
}

// Compiles the rooms to dist/ and lays beside them the documents that they read at run time.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';

const root = new URL('..', import.meta.url);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(new URL('dist', root), { recursive: true, force: true });
const compiled = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

const isDocument = (path) => !/\.[cm]?ts$/.test(path);
for (const room of ['contract', 'target', 'reference', 'reports']) {
  cpSync(new URL(room, root), new URL(`dist/${room}`, root), { recursive: true, filter: isDocument });
}
cpSync(new URL('openapi.yaml', root), new URL('dist/openapi.yaml', root));

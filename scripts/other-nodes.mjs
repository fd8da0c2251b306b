// Runs Assay's own tests with the other versions of Node that it promises to work with: npm run test:nodes [-- what `npm test` takes].
// Their binaries come as npm packages, one for each platform, and are kept in a folder of their own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const versions = ['20.20.0', '22', '24'];
const folder = join('node_modules', '.cache', 'assay-nodes');
const runner = createRequire(import.meta.url).resolve('@playwright/test/cli');

function done(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (error) throw error;
  return status === 0;
}

/** Installs the binary unless it is there, and returns its path. */
function installed(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const prefix = join(folder, version);
  const program = join(prefix, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  mkdirSync(prefix, { recursive: true });
  const install = ['install', '--prefix', prefix, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  if (!existsSync(program) && !done('npm', [...install, `${name}@${version}`])) process.exit(1);
  return join(process.cwd(), program);
}

const failed = versions.filter((version) => {
  const node = installed(version);
  process.stdout.write(`\n== Node ${version}\n`);
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  const args = [runner, 'test', '--config', 'tests/playwright.config.ts', ...process.argv.slice(2)];
  return !done(node, args, { env: { ...process.env, PATH } });
});
process.stdout.write(
  failed.length > 0 ? `\nfailed with Node ${failed.join(', ')}\n` : `\npassed with Node ${versions.join(', ')}\n`,
);
process.exitCode = failed.length > 0 ? 1 : 0;

// The folder and the version of Assay's own package.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One level above the sources, and two above the compiled files. */
export const packageFolder: string = fileURLToPath(
  ['../', '../../']
    .map((path) => new URL(path, import.meta.url))
    .find((at) => existsSync(new URL('package.json', at))) ?? new URL('../', import.meta.url),
);

const packageFile = `${packageFolder}package.json`;

export const assayVersion: string = existsSync(packageFile)
  ? (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version
  : '0.0.0';

// Assay's own version, from its package.
import { readFileSync } from 'node:fs';

/** The package lies one level up from the sources and two from the compiled files. */
const packageFile = ['../package.json', '../../package.json']
  .map((path) => new URL(path, import.meta.url))
  .map(readIfThere)
  .find((text) => text !== undefined);

function readIfThere(url: URL): string | undefined {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return undefined;
  }
}

export const assayVersion: string = (JSON.parse(packageFile ?? '{"version":"0.0.0"}') as { version: string }).version;

// Reads a document of this folder as plain data.
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The build writes each document as JSON beside the YAML, because every process of a run would take half a second to read the YAML. */
export function documentAt(url: URL): unknown {
  const built = new URL(url.href.replace(/\.yaml$/, '.json'));
  return existsSync(built) ? JSON.parse(readFileSync(built, 'utf8')) : parse(readFileSync(url, 'utf8'));
}

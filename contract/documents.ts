// The documents of this room, as data.
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The build lays each document down as JSON beside itself: YAML takes every process of a run half a second to read. */
export function documentAt(url: URL): unknown {
  const built = new URL(url.href.replace(/\.yaml$/, '.json'));
  return existsSync(built) ? JSON.parse(readFileSync(built, 'utf8')) : parse(readFileSync(url, 'utf8'));
}

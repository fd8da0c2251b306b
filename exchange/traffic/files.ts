// Finds the files that a user names: a file, a pattern, or a recording together with its closed segments.
import { closeSync, type Dirent, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { lineBeginning } from '../recording/line.ts';

const isPattern = (text: string): boolean => /[*?{[]/.test(text);

/** `*` and `?` within a name, `**` across folders, `[a-z]`, `{one,other}`. A name with a dot in front needs a pattern with that dot. */
const patternOf = (pattern: string): RegExp => {
  let source = '';
  let braces = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const [character = '', next] = [pattern[at], pattern[at + 1]];
    const beginsName = at === 0 || pattern[at - 1] === '/';
    const visible = beginsName ? '(?!\\.)' : '';
    if (character === '*' && next === '*') {
      const slash = pattern[at + 2] === '/';
      source += slash ? '(?:(?!\\.)[^/]+/)*' : `${visible}.*`;
      at += slash ? 2 : 1;
    } else if (character === '*') source += `${visible}[^/]*`;
    else if (character === '?') source += `${visible}[^/]`;
    else if (character === '[' && pattern.includes(']', at + 2)) {
      const end = pattern.indexOf(']', at + 2);
      const inner = pattern.slice(at + 1, end).replaceAll('\\', '\\\\');
      source += `${visible}[${inner.replace(/^!/, '^')}]`;
      at = end;
    } else if (character === '{') {
      braces += 1;
      source += '(?:';
    } else if (character === '}' && braces > 0) {
      braces -= 1;
      source += ')';
    } else if (character === ',' && braces > 0) source += '|';
    else source += character.replace(/[.+^$()|\\{}[\]]/, '\\$&');
  }
  return new RegExp(`^${source}${')'.repeat(braces)}$`);
};

const filesBelow = (folder: string, deep: boolean): string[] => {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder === '' ? '.' : folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = folder === '' ? entry.name : join(folder, entry.name);
    if (entry.isDirectory()) return deep ? filesBelow(path, deep) : [];
    return [path];
  });
};

const byNumberAndName = new Intl.Collator('en', { numeric: true }).compare;

const matching = (pattern: string): string[] => {
  const steps = pattern.split('/');
  const fixed = steps.slice(0, steps.findIndex(isPattern)).join('/');
  const folder = fixed === '' && pattern.startsWith('/') ? '/' : fixed;
  const deep = steps.slice(steps.findIndex(isPattern)).length > 1;
  const whole = patternOf(pattern);
  return filesBelow(folder, deep)
    .filter((path) => whole.test(path.split(sep).join('/')))
    .sort(byNumberAndName);
};

const segmentName = /^(.*)\.(\d{4,})(\.[^.]+)?(\.gz)?$/;

/** The name of a closed segment of a recording: `traffic.ndjson` -> `traffic.0001.ndjson`, packed `….gz`. */
export const segmentPath = (path: string, count: number): string => {
  const [, stem = '', extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(basename(path)) ?? [];
  return join(dirname(path), `${stem}.${String(count).padStart(4, '0')}${extension}`);
};

/** The closed segments of a recording, by number. A segment that is there plain and packed was being packed, and counts once. */
export const closedSegments = (path: string): { readonly count: number; readonly path: string }[] => {
  const [, stem = '', extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(basename(path)) ?? [];
  const segments = filesBelow(dirname(path) === '.' ? '' : dirname(path), false).flatMap((each) => {
    const [, own, count, ending = ''] = segmentName.exec(basename(each)) ?? [];
    return own === stem && ending === extension ? [{ count: Number(count), path: each }] : [];
  });
  return withoutTwins(segments.map((segment) => segment.path))
    .map((kept) => segments.find((segment) => segment.path === kept) as (typeof segments)[number])
    .sort((one, other) => one.count - other.count);
};

const isSegment = (path: string): boolean => segmentName.test(basename(path));

const withoutTwins = (paths: readonly string[]): string[] => {
  const all = new Set(paths);
  return [...all].filter((path) => !(isSegment(path) && path.endsWith('.gz') && all.has(path.slice(0, -3))));
};

const withSegments = (path: string): string[] => {
  const there = existsSync(path);
  if (isSegment(path) || (there && !beginsAsRecording(path))) return [path];
  const segments = closedSegments(path).map((segment) => segment.path);
  return there || segments.length === 0 ? [...segments, path] : segments;
};

const beginsAsRecording = (path: string): boolean => {
  try {
    if (!statSync(path).isFile()) return false;
    const file = openSync(path, 'r');
    try {
      const beginning = Buffer.alloc(lineBeginning.length);
      const length = readSync(file, beginning, 0, beginning.length, 0);
      return beginning.subarray(0, length).equals(lineBeginning.subarray(0, length));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
};

/** The files in reading order; a name that matches no file is returned unchanged. */
export const trafficFiles = (named: readonly string[]): string[] =>
  withoutTwins(
    named.flatMap((name) => {
      const files = isPattern(name) && !existsSync(name) ? matching(name) : [name];
      return files.length === 0 ? [name] : files.flatMap(withSegments);
    }),
  );

// Every command line in the README and in docs/ is accepted by the command, every command is described there, and every file that is named exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { commands } from '../../../cli/commands.ts';
import { root } from '../command.ts';
import { documented, pages } from './documented.ts';
import { complaintAbout } from './readable.ts';

/** The arguments as a shell would pass them on; what a reader fills in gets a fitting value. */
const argumentsOf = (line: string): readonly string[] =>
  line
    .replace(/\s+(?:\|\||&&|[|>;]).*$/, '')
    .replaceAll(/"\$DIGEST"/g, `sha256:${'a'.repeat(64)}`)
    .replaceAll(/"?\$\{?URL\}?"?/g, 'http://127.0.0.1:8080')
    .replaceAll('$INDEX', '1')
    .replaceAll('URL', 'http://127.0.0.1:8080')
    .replaceAll(/["']/g, '')
    .split(/\s+/)
    .filter((word) => word !== '…' && word !== '');

test('every command line of the documents can be read', async () => {
  expect(documented.length).toBeGreaterThan(25);
  for (const { page, line, given } of documented) {
    const name = line.startsWith('npm run certify') ? ['certify'] : [];
    const whole = [...name, ...argumentsOf(given)];
    expect({ page, line, complaint: await complaintAbout(whole) }).toEqual({ page, line, complaint: undefined });
  }
});

test('a line that the command does not take is noticed', async () => {
  expect(await complaintAbout(['certify', '--frobnicate'])).toContain("unknown option '--frobnicate'");
  expect(await complaintAbout(['convert', 'one.har'])).toContain("missing required argument 'out'");
  expect(await complaintAbout(['certify', '--seed', 'many'])).toContain('a whole number');
});

test('every command has a row in the table of the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const told = [...readme.matchAll(/^\| `assay ([a-z]+)/gm)].map(([, name]) => name);

  expect(told.sort()).toEqual(Object.keys(commands).sort());
});

test('every file of the house that a document names is there', () => {
  const rooms = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const named = new RegExp(`\`((?:${rooms.map(({ name }) => name).join('|')})/[\\w./-]+)\``, 'g');
  const gone = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(named)]
      .filter(([, path = '']) => !existsSync(join(root, path)))
      .map(([, path]) => `${page} names ${path}`),
  );

  expect(gone).toEqual([]);
});

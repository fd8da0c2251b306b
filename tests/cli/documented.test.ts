// Every command line in the README and in docs/ is one that the command takes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from './command.ts';
import { complaintAbout } from './readable.ts';

const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);

/** The lines of code blocks, fenced or indented, with what a backslash carries over to the next. */
const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm), ...text.matchAll(/((?:^ {4,}\S.*\n)+)/gm)].flatMap(([, block = '']) =>
    block.replaceAll(/\\\n\s*/g, ' ').split('\n'),
  );

/** As a shell would hand it over; what a reader fills in gets a value that fits. */
const argumentsOf = (line: string): readonly string[] =>
  line
    .replace(/\s+(?:#|\|\||&&|[|>;]).*$/, '')
    .replaceAll(/"\$DIGEST"/g, `sha256:${'a'.repeat(64)}`)
    .replaceAll(/"?\$\{?URL\}?"?/g, 'http://127.0.0.1:8080')
    .replaceAll('$INDEX', '1')
    .replaceAll('URL', 'http://127.0.0.1:8080')
    .replaceAll(/["']/g, '')
    .split(/\s+/)
    .filter((word) => word !== '…' && word !== '');

const documented = pages.flatMap((page) =>
  codeIn(readFileSync(join(root, page), 'utf8')).flatMap((line) => {
    const [, given] = /(?:^|\s|\()(?:npx assay|assay|npm run certify --) +([a-z].*)$/.exec(line) ?? [];
    return given === undefined || /^\s*#/.test(line)
      ? []
      : [{ page, line: line.trim(), args: argumentsOf(given.replace(/\)$/, '')) }];
  }),
);

test('every command line of the documents can be read', async () => {
  expect(documented.length).toBeGreaterThan(25);
  for (const { page, line, args } of documented) {
    const name = line.includes('npm run certify') ? ['certify'] : [];
    const whole = [...name, ...args];
    expect({ page, line, complaint: await complaintAbout(whole) }).toEqual({ page, line, complaint: undefined });
  }
});

test('a line that the command does not take is noticed', async () => {
  expect(await complaintAbout(['certify', '--frobnicate'])).toContain("unknown option '--frobnicate'");
  expect(await complaintAbout(['convert', 'one.har'])).toContain("missing required argument 'out'");
  expect(await complaintAbout(['certify', '--seed', 'many'])).toContain('a whole number');
});

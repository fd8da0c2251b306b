// Every command line in the README and in docs/ is one that the command takes.
import { expect, test } from '@playwright/test';
import { documented } from './documented.ts';
import { complaintAbout } from './readable.ts';

/** As a shell would hand it over; what a reader fills in gets a value that fits. */
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

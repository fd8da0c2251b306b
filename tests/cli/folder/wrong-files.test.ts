// The wrong kind of file in every place where a command takes one: it says so in a line of words that a terminal can show.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { assay } from '../command.ts';

const target = ['--target', 'http://127.0.0.1:1'];
const credentials = { ASSAY_USERNAME: 'ann', ASSAY_PASSWORD: 'open sesame' };

const commands: Readonly<Record<string, (file: string) => readonly string[]>> = {
  diff: (file) => ['diff', file, file],
  merge: (file) => ['merge', file],
  verify: (file) => ['verify', file, '--key', file],
  'verify --key': (file) => ['verify', 'package.json', '--key', file],
  'token --profile': (file) => ['token', '--profile', file],
  'certify --accept': (file) => ['certify', ...target, '--accept', file],
  'certify --since': (file) => ['certify', ...target, '--since', file],
  'replay --allow': (file) => ['replay', 'package.json', ...target, '--allow', file],
  'replay --noise': (file) => ['replay', 'package.json', ...target, '--noise', file],
  'replay --plan': (file) => ['replay', 'package.json', ...target, '--plan', file],
  serve: (file) => ['serve', '--port', '0', '--from', file],
};

const files: Readonly<Record<string, (path: string) => void>> = {
  'no file': () => {},
  'a folder': (path) => mkdirSync(path),
  'an empty file': (path) => writeFileSync(path, ''),
  'a file that steers the terminal': (path) => writeFileSync(path, '\u001b[31mred\u0007\u009b'),
  'a list in JSON': (path) => writeFileSync(path, '[1]'),
  null: (path) => writeFileSync(path, 'null'),
  'two million zeros': (path) => writeFileSync(path, Buffer.alloc(2_000_000)),
};

/** Allowed, because an empty list accepts nothing. */
const lawful = ['an empty file', 'null'].map((what) => `certify --accept: ${what}`);

for (const [what, make] of Object.entries(files)) {
  test(`${what} where a command takes another`, async ({}, info) => {
    test.setTimeout(120_000);
    const path = info.outputPath('given');
    make(path);

    for (const [name, argumentsWith] of Object.entries(commands)) {
      if (lawful.includes(`${name}: ${what}`)) continue;
      const { code, stderr, stdout } = await assay(argumentsWith(path), credentials);

      const said = (stdout + stderr).replaceAll(path, 'FILE');
      expect({ name, code, said }).toEqual({ name, code: 2, said: expect.stringMatching(/FILE|credentials/) });
      expect(said).not.toMatch(/E[A-Z]{4,}:|is not valid JSON|Cannot read properties|\n {4}at /);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      expect(said.length).toBeLessThan(2_000);
    }
    expect(existsSync(path)).toBe(what !== 'no file');
  });
}

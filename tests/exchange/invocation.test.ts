// How printed lines call the command, which depends on where they are pasted.
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import { invokedAt } from '../../exchange/invocation.ts';

/** A package in a folder of its own. */
function packageAt(info: TestInfo, ...path: string[]): string {
  const home = info.outputPath(...path);
  mkdirSync(join(home, 'bin'), { recursive: true });
  writeFileSync(join(home, 'bin/assay.js'), '');
  return realpathSync(home);
}

test('below a clone, and below a project that has it installed, npx finds it', ({}, info) => {
  const clone = packageAt(info, 'clone');
  const installed = packageAt(info, 'project', 'node_modules', 'assay');

  expect(invokedAt({ cwd: clone, home: clone, path: [] })).toBe('npx assay');
  expect(invokedAt({ cwd: join(clone, 'docs'), home: clone, path: [] })).toBe('npx assay');
  expect(invokedAt({ cwd: join(installed, '../../deep/er'), home: installed, path: [] })).toBe('npx assay');
});

test('anywhere else the file is named, as npx would take another package of that name', ({}, info) => {
  const clone = packageAt(info, 'a clone');

  expect(invokedAt({ cwd: join(clone, '../project'), home: clone, path: [] })).toBe(`node '../a clone/bin/assay.js'`);
  expect(invokedAt({ cwd: '/', home: packageAt(info, 'plain'), path: [] })).toMatch(
    /^node \S+\/plain\/bin\/assay\.js$/,
  );
});

test('where the shell finds this package by its name, its name is enough; another of that name is not taken for it', ({}, info) => {
  const home = packageAt(info, 'lib', 'node_modules', 'assay');
  const [bin, other] = [info.outputPath('bin'), info.outputPath('other')];
  mkdirSync(bin);
  mkdirSync(other);
  symlinkSync(join(home, 'bin/assay.js'), join(bin, 'assay'));
  writeFileSync(join(other, 'assay'), '');

  expect(invokedAt({ cwd: '/', home, path: [other, bin] })).toBe('assay');
  expect(invokedAt({ cwd: '/', home, path: [other] })).toMatch(/^node /);
});

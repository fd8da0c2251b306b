import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { plainEnvironment, root } from './command.ts';

const run = promisify(execFile);

test('the packed package certifies from a folder of its own', async ({}, info) => {
  test.setTimeout(180_000);
  const folder = info.outputPath('elsewhere');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{"name":"elsewhere","private":true}');
  const env = plainEnvironment({});

  await run('npm', ['pack', '--pack-destination', folder], { cwd: root, env });
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder, env });
  const { stdout } = await run('npx', ['assay', 'certify', '--only', 'CARD-14'], { cwd: folder, env });

  expect(readdirSync(`${folder}/node_modules/assay/schemas`).sort()).toEqual(readdirSync(`${root}/schemas`).sort());
  expect(stdout).toContain('passed');
  expect(readdirSync(`${folder}/assay-report`).sort()).toEqual([
    'allure-results',
    'assay.sarif',
    'certificate.sigstore.json',
    'evidence.ndjson',
    'index.html',
    'junit.xml',
    'summary.md',
    'verdict.json',
  ]);
});

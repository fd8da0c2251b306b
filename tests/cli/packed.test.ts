// The tarball as a user has it: in a folder of its own, away from this repository.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { plainEnvironment, root } from './command.ts';

const run = promisify(execFile);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const env = plainEnvironment({});

// In one worker, one test after another, because npm writes a file into the checkout while it packs.
test.describe.configure({ mode: 'default' });
let packed: string;
test.beforeAll(async () => {
  packed = mkdtempSync(join(tmpdir(), 'assay-packed-'));
  await run('npm', ['pack', '--pack-destination', packed], { cwd: root, env });
});
test.afterAll(() => rmSync(packed, { recursive: true }));

/** Installs the tarball into a folder of its own, with no warning of npm; returns the folder. */
async function elsewhere(about: object): Promise<string> {
  const folder = test.info().outputPath('elsewhere');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'elsewhere', private: true, ...about }));
  const [tarball = ''] = readdirSync(packed);
  const installing = ['install', '--prefer-offline', '--no-audit', '--no-fund', join(packed, tarball)];
  const { stdout, stderr } = await run('npm', installing, { cwd: folder, env });
  expect(stdout + stderr).not.toContain('warn');
  return folder;
}

/** All that is in the package, and nothing else. */
const published = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'bin',
  'dist',
  'docs',
  'npm-shrinkwrap.json',
  'openapi.yaml',
  'package.json',
  'sbom.cdx.json',
  'schemas',
];

interface Bill {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string }[];
}

test('the packed package certifies from a folder of its own', async () => {
  test.setTimeout(180_000);
  const folder = await elsewhere({});

  const { stdout } = await run('npx', ['assay', 'certify', '--only', 'CARD-14'], { cwd: folder, env });

  expect(readdirSync(`${folder}/node_modules/assay/schemas`).sort()).toEqual(readdirSync(`${root}/schemas`).sort());
  const there = readdirSync(`${folder}/node_modules/assay`).filter((name) => name !== 'node_modules');
  expect(there.sort()).toEqual(published);
  const bill = JSON.parse(readFileSync(`${folder}/node_modules/assay/sbom.cdx.json`, 'utf8')) as Bill;
  const names = bill.components.map(({ name }) => name);
  expect([bill.bomFormat, names.includes('undici'), names.includes('typescript')]).toEqual(['CycloneDX', true, false]);
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

const handbook = readFileSync(join(root, 'docs/own-specs.md'), 'utf8');

/** The text that docs/own-specs.md gives for this file. */
function pasted(file: string): string {
  const [, text = ''] = handbook.split(`\`\`\`ts\n// ${file}\n`)[1]?.match(/^([\s\S]*?)```/) ?? [];
  expect(text, file).not.toBe('');
  return text;
}

/** Everything else that is published. */
const more = `import { expect, type Exchange, type Judgement, test } from 'assay/test';

test('all that a test has at hand', async ({ api, judge, fixtures, profile, seed }) => {
  const exchange: Exchange = await api.call('readCard', { path: { id: await fixtures.card() } });
  expect(exchange).not.toBeRefused();
  const judged: Judgement = judge(exchange);
  expect([judged.operation, typeof profile.url, seed]).toEqual(['readCard', 'string', expect.any(Number)]);
});
`;

/** What the types must refuse: the compiler reports each line that is not an error. */
const refused = `import { expect, test } from 'assay/test';

test('types', async ({ api }) => {
  // @ts-expect-error no such operation
  const exchange = await api.call('listPlanets');
  // @ts-expect-error a status is a number
  expect(exchange).toHaveStatus('200');
  const [card] = await api.cards.list();
  // @ts-expect-error no such field in the contract
  card?.colour;
  // @ts-expect-error nobody promised its type
  card?.id.length;
});
`;

for (const type of ['module', 'commonjs']) {
  test(`from a package of type ${type} the published types compile, and own specs run in plain Playwright and along with ours`, async () => {
    test.setTimeout(400_000);
    const folder = await elsewhere({ type });
    const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
    mkdirSync(join(folder, 'specs'));
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
    symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
    for (const file of ['specs/cards.spec.ts', 'playwright.config.ts', 'assay.config.ts']) put(file, pasted(file));
    put('specs/more.spec.ts', more);
    put('refused.ts', refused);
    const strict = { strict: true, noEmit: true, module: 'nodenext', target: 'es2023', types: ['node'] };
    put('tsconfig.json', JSON.stringify({ compilerOptions: strict, include: ['**/*.ts'], exclude: ['node_modules'] }));
    const npx = (...args: string[]) => run('npx', args, { cwd: folder, env });

    await run(process.execPath, [tsc, '-p', folder], { cwd: folder });
    const plain = await npx('playwright', 'test');
    const ours = await npx('playwright', 'test', '--config', 'assay.config.ts', '--list', '-g', 'CARD-14');
    await npx('assay', 'certify', '--only', 'CARD-14', '--specs', 'specs', '--quiet');

    expect(plain.stdout).toContain('4 passed');
    expect(readdirSync(join(folder, 'assay-report/own-specs'))).toEqual(['evidence.ndjson']);
    expect(ours.stdout).toContain('CARD-14 a status filter returns every card in that status and no other');
    const verdict = JSON.parse(readFileSync(join(folder, 'assay-report/verdict.json'), 'utf8')) as Verdict;
    expect(verdict.own?.results).toMatchObject([
      { verdict: 'pass', at: 'cards.spec.ts:3' },
      { verdict: 'pass' },
      { verdict: 'pass' },
      { verdict: 'pass', at: 'more.spec.ts:3' },
    ]);
  });
}

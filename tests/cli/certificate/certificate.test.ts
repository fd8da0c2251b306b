// Certificates from the first command to the last: keys, a real run against a real service, and the verification.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import { foreignPem } from '../../reports/certificate/reports.ts';
import { assay, root, serve, verdictIn } from '../command.ts';

test.describe.configure({ timeout: 180_000 });

const profile = join(root, 'reference/profile.yaml');
const build = `sha256:${'ab'.repeat(32)}`;
const otherBuild = `sha256:${'cd'.repeat(32)}`;
const quick = ['--only', 'CARD-14', '--depth', 'quick'];

async function keys(info: TestInfo, env: Readonly<Record<string, string>> = {}) {
  const prefix = info.outputPath('release');
  const made = await assay(['keygen', '--out', prefix], env);
  return { ...made, privateKey: `${prefix}.key`, publicKey: `${prefix}.pub` };
}

test('a run is certified for a build, signed with an encrypted key, and verified', async ({}, info) => {
  const out = info.outputPath('report');
  const env = { ASSAY_KEY_PASSPHRASE: 'correct horse' };
  const { privateKey, publicKey } = await keys(info, env);
  const service = await serve();

  const certified = await assay(
    [
      'certify',
      '--target',
      service.url,
      '--profile',
      profile,
      ...quick,
      '--build',
      build,
      '--key',
      privateKey,
      '--out',
      out,
    ],
    env,
  );
  const certificate = join(out, 'certificate.sigstore.json');
  const asked = ['verify', certificate, '--key', publicKey, '--build', build, '--max-age', '1d'];
  const part = await assay([...asked, '--evidence', join(out, 'evidence.ndjson'), '--partial']);
  const whole = await assay(asked);

  await service.stop();
  expect(certified.code, certified.stdout + certified.stderr).toBe(0);
  expect(certified.stdout).toMatch(/signed {5}\S*certificate\.sigstore\.json\n {13}by the key \S{44}\n/);
  expect(verdictIn(out).build).toEqual({ digest: build, origin: 'claimed' });
  expect(part.code, part.stdout).toBe(0);
  expect(part.stdout).toContain('the given recording is the evidence of this run');
  expect(whole.code, 'a run of one requirement must not open a release gate').toBe(1);
  expect(readFileSync(certificate, 'utf8')).not.toContain('correct horse');
});

test('a failed run ends as it did, and its certificate says so', async ({}, info) => {
  const out = info.outputPath('report');
  const { privateKey, publicKey } = await keys(info);
  const service = await serve('--fault', 'card-filter-blocked');

  const certified = await assay([
    'certify',
    '--target',
    service.url,
    '--profile',
    profile,
    ...quick,
    '--build',
    build,
    '--key',
    privateKey,
    '--out',
    out,
  ]);
  const verified = await assay(['verify', join(out, 'certificate.sigstore.json'), '--key', publicKey, '--partial']);

  await service.stop();
  expect(certified.code).toBe(1);
  expect(verified.code).toBe(1);
  expect(verified.stdout).toContain('the run failed');
});

test('a target that cannot be reached leaves a signed certificate of an undecided run', async ({}, info) => {
  const out = info.outputPath('report');
  const { privateKey, publicKey } = await keys(info);

  const certified = await assay(
    ['certify', '--target', 'http://127.0.0.1:1', ...quick, '--key', privateKey, '--out', out],
    { ASSAY_USERNAME: 'a', ASSAY_PASSWORD: 'b' },
  );
  const verified = await assay(['verify', join(out, 'certificate.sigstore.json'), '--key', publicKey, '--partial']);

  expect(certified.code).toBe(3);
  expect(verified.code).toBe(1);
  expect(verified.stdout).toContain('the run is undecided');
});

test('without a key the statement is unsigned, and named so', async ({}, info) => {
  const out = info.outputPath('report');

  const { code, stdout } = await assay(['certify', ...quick, '--out', out]);

  expect(code).toBe(0);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'nobody signed it, so it proves nothing (certify --key FILE signs one)',
  );
  expect(readFileSync(join(out, 'certificate.sigstore.json'), 'utf8')).toContain(
    '"unsigned": "Nobody signed this statement',
  );
});

/** A gateway in front of a service, which says in each answer which build it is. */
async function gateway(service: string, digest: () => string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const headers = Object.entries(request.headers).filter(
        ([name]) => !/^(host|connection|content-length)$/.test(name),
      );
      const body = Buffer.concat(parts);
      const answer = await fetch(service + request.url, {
        method: request.method ?? 'GET',
        headers: headers as [string, string][],
        ...(body.length > 0 && { body }),
      });
      const kept = [...answer.headers].filter(
        ([name]) => !/^(content-length|connection|transfer-encoding)$/.test(name),
      );
      response.writeHead(answer.status, [...kept, ['x-build', digest()]].flat());
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function profileWithBuild(info: TestInfo): string {
  const path = info.outputPath('profile.yaml');
  writeFileSync(path, `target: { build: { header: X-Build } }\n${readFileSync(profile, 'utf8')}`);
  return path;
}

test('a build that the target tells is bound as echoed', async ({}, info) => {
  const out = info.outputPath('report');
  const service = await serve();
  const front = await gateway(service.url, () => build);

  const { code, stdout } = await assay([
    ...['certify', '--target', front.url, '--profile', profileWithBuild(info), ...quick, '--out', out],
  ]);
  const read = await assay([
    'verify',
    join(out, 'certificate.sigstore.json'),
    '--read-only',
    '--partial',
    '--build',
    build,
  ]);

  front.server.close();
  await service.stop();
  expect(code, stdout).toBe(0);
  expect(verdictIn(out).build).toEqual({ digest: build, origin: 'echoed', by: 'the header X-Build of GET /v2/card' });
  expect(read.code, read.stdout).toBe(0);
  expect(read.stdout).toContain('the build is echoed by the target: the header X-Build of GET /v2/card');
});

test('a target that says it is another build gets no verdict', async ({}, info) => {
  const out = info.outputPath('report');
  const service = await serve();
  const front = await gateway(service.url, () => otherBuild);

  const { code, stderr } = await assay([
    ...[
      'certify',
      '--target',
      front.url,
      '--profile',
      profileWithBuild(info),
      ...quick,
      '--build',
      build,
      '--out',
      out,
    ],
  ]);

  front.server.close();
  await service.stop();
  expect(code).toBe(3);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`says that it is the build ${otherBuild}, and not ${build}`);
});

test('a target that is replaced during the run leaves it undecided', async ({}, info) => {
  const out = info.outputPath('report');
  const service = await serve();
  // What is sent before the first check is not part of the evidence.
  const begun = () => existsSync(join(out, 'evidence.ndjson'));
  const front = await gateway(service.url, () => (begun() ? otherBuild : build));

  const { code, stdout } = await assay([
    ...[
      'certify',
      '--target',
      front.url,
      '--profile',
      profileWithBuild(info),
      ...quick,
      '--build',
      build,
      '--out',
      out,
    ],
  ]);

  front.server.close();
  await service.stop();
  expect(code, stdout).toBe(3);
  expect(verdictIn(out).reason).toBe(`the target was the build ${build} at the start and ${otherBuild} at the end`);
});

test('keygen makes a private key that only its owner reads, and overwrites nothing', async ({}, info) => {
  const first = await keys(info);
  const before = readFileSync(first.privateKey, 'utf8');
  const again = await keys(info);

  expect(first.code).toBe(0);
  expect(statSync(first.privateKey).mode & 0o777).toBe(0o600);
  expect(first.stdout).toContain('not encrypted');
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('is there already');
  expect(readFileSync(first.privateKey, 'utf8')).toBe(before);
});

test('keygen encrypts with the passphrase of the environment, which is never printed', async ({}, info) => {
  const { privateKey, stdout, stderr } = await keys(info, { ASSAY_KEY_PASSPHRASE: 'correct horse' });

  expect(readFileSync(privateKey, 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
  expect(stdout + stderr).not.toContain('correct horse');
});

/** Hides the identity that a CI may offer to its own jobs, of which these tests are one. */
const noIdentity = { SIGSTORE_ID_TOKEN: '', ACTIONS_ID_TOKEN_REQUEST_URL: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' };

/** Hides the package, as for a user who has not installed it, because other tests of ours need it. */
const withoutSigstore = inNode(`
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`export const resolve = (name, context, next) => {
    if (name !== 'sigstore') return next(name, context);
    throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  }\`));`);

function inNode(script: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

const token = (claims: object) =>
  ['{"alg":"none"}', JSON.stringify(claims), 'sign'].map((part) => Buffer.from(part).toString('base64url')).join('.');

for (const [what, args, env, message] of [
  ['a key that is not there', ['--key', '/nowhere/k.key'], {}, /\/nowhere\/k\.key cannot be read/],
  ['an RSA key', ['--key', 'RSA'], {}, /of the type rsa/],
  [
    'the wrong passphrase',
    ['--key', 'OURS'],
    { ASSAY_KEY_PASSPHRASE: 'wrong horse' },
    /cannot be opened with the passphrase/,
  ],
  ['no passphrase', ['--key', 'OURS'], {}, /is encrypted; ASSAY_KEY_PASSPHRASE has to hold its passphrase/],
  ['a build that is no digest', ['--build', 'v1.2.3'], {}, /a digest: sha256: and 64 hexadecimal digits/],
  ['two ways to sign', ['--key', 'OURS', '--keyless'], {}, /two ways to sign/],
  ['--keyless and no identity', ['--keyless'], {}, /no identity token/],
  [
    '--keyless and a token that is over',
    ['--keyless'],
    { SIGSTORE_ID_TOKEN: token({ exp: 1 }) },
    /ended at 1970-01-01/,
  ],
  ['--keyless and no token', ['--keyless'], { SIGSTORE_ID_TOKEN: 'sesame' }, /no identity token \(a JWT with `exp`\)/],
  [
    '--keyless without the package',
    ['--keyless'],
    { SIGSTORE_ID_TOKEN: token({ exp: 9_999_999_999 }), ...withoutSigstore },
    /the package sigstore is needed: npm install sigstore@4/,
  ],
] as const) {
  test(`2 with ${what}, before anything is sent`, async ({}, info) => {
    let connections = 0;
    const listener = createServer().on('connection', (socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
    const { port } = listener.address() as AddressInfo;
    const rsa = info.outputPath('rsa.key');
    writeFileSync(rsa, foreignPem.rsa());
    const { privateKey } = await keys(info, { ASSAY_KEY_PASSPHRASE: 'correct horse' });
    const given = args.map((word) => ({ RSA: rsa, OURS: privateKey })[word as string] ?? word);

    const { code, stderr } = await assay(
      ['certify', '--target', `http://127.0.0.1:${port}`, '--profile', profile, ...given],
      { ...noIdentity, ...env },
    );

    await new Promise((closed) => listener.close(closed));
    expect(code, stderr).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/sesame|horse$/);
    expect(connections).toBe(0);
  });
}

test('the embedded service is no build of anybody’s', async () => {
  const { code, stderr } = await assay(['certify', ...quick, '--build', build]);

  expect(code).toBe(2);
  expect(stderr).toContain('--build needs a target');
});

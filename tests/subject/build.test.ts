import { expect, test } from '@playwright/test';
import { ProfileError, readProfile } from '../../subject/profile/profile.ts';
import { askForBuild, type Build } from '../../subject/stated/build.ts';
import { changedSince, expectedBuild } from '../../subject/stated/expected-build.ts';
import { credentials, type Reply, startSmallTarget } from './small-target.ts';

const one = 'a'.repeat(64);
const other = 'b'.repeat(64);

async function asked(build: string, reply: (path: string) => Reply | undefined) {
  const target = await startSmallTarget({ before: ({ path }) => reply(path) });
  const profile = readProfile(`target: { build: ${build} }`, 'p.yaml', credentials, { url: `${target.url}/api` });
  const echo = await askForBuild(profile, profile.build!);
  await target.close();
  return { echo, received: target.received };
}

test('a header of any answer tells the build, and no credentials are sent for it', async () => {
  const { echo, received } = await asked('{ header: X-Build }', () => ({
    status: 401,
    headers: { 'x-build': `sha256:${one}` },
  }));

  expect(echo).toEqual({
    kind: 'said',
    build: { digest: `sha256:${one}`, origin: 'echoed', by: 'the header X-Build of GET /api/v2/card' },
  });
  expect(received[0]?.headers.authorization).toBeUndefined();
});

test('a member of a body tells the build, as the end of an image’s name too', async () => {
  const { echo } = await asked('{ address: /info, member: /image/name }', (path) =>
    path === '/api/info' ? { status: 200, json: { image: { name: `registry.example/app@sha256:${one}` } } } : undefined,
  );

  expect(echo).toMatchObject({ kind: 'said', build: { digest: `sha256:${one}` } });
});

test('the text of a body tells the build', async () => {
  const { echo } = await asked('{ address: /build }', () => ({ status: 200, text: `${one.toUpperCase()}\n` }));

  expect(echo).toMatchObject({ kind: 'said', build: { digest: `sha256:${one}` } });
});

for (const [what, reply] of [
  ['no digest', { status: 200, text: 'v1.2.3' }],
  ['two digests', { status: 200, text: `${one} ${other}` }],
  ['a longer number', { status: 200, text: `${one}0` }],
] as const) {
  test(`${what} in the answer tells no build`, async () => {
    const { echo } = await asked('{ address: /build }', () => reply);

    expect(echo).toEqual({
      kind: 'unsaid',
      because: 'the body of GET /api/build holds no SHA-256 digest, or several',
    });
  });
}

test('what the target says goes before the claim, and contradicts another one', async () => {
  const target = await startSmallTarget({ before: () => ({ status: 200, text: one }) });
  const profile = readProfile('target: { build: { address: /build } }', 'p.yaml', credentials, { url: target.url });

  const agreed = await expectedBuild(profile, { digest: `sha256:${one}`, origin: 'claimed' });
  const contradicted = await expectedBuild(profile, { digest: `sha256:${other}`, origin: 'claimed' });

  await target.close();
  expect(agreed).toMatchObject({ kind: 'known', build: { origin: 'echoed' } });
  expect(contradicted).toMatchObject({ kind: 'contradicted', because: expect.stringContaining(`not sha256:${other}`) });
});

test('a target that tells no build contradicts a claim, and nothing else', async () => {
  const target = await startSmallTarget();
  const profile = readProfile('target: { build: { address: /build } }', 'p.yaml', credentials, { url: target.url });

  const claimed = await expectedBuild(profile, { digest: `sha256:${one}`, origin: 'claimed' });
  const unclaimed = await expectedBuild(profile, undefined);

  await target.close();
  expect(claimed.kind).toBe('contradicted');
  expect(unclaimed).toEqual({ kind: 'known' });
});

test('a build that is another at the end is told', async () => {
  let current = one;
  const target = await startSmallTarget({ before: () => ({ status: 200, text: current }) });
  const profile = readProfile('target: { build: { address: /build } }', 'p.yaml', credentials, { url: target.url });
  const build: Build = { digest: `sha256:${one}`, origin: 'echoed', by: 'the body of GET /build' };

  const same = await changedSince(profile, build);
  current = other;
  const changed = await changedSince(profile, build);

  await target.close();
  expect(same).toBeUndefined();
  expect(changed).toBe(`the target was the build sha256:${one} at the start and sha256:${other} at the end`);
});

test('an address of another server is refused', () => {
  const read = () =>
    readProfile('target: { build: { address: "http://other.example/build" } }', 'p.yaml', credentials, {
      url: 'http://api.example/v',
    });

  expect(read).toThrow(ProfileError);
  expect(read).toThrow(/p\.yaml:1:\d+: http:\/\/other\.example\/build is not at http:\/\/api\.example/);
});

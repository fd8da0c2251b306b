// A disk that becomes full during the run: the command says so in a line and soon, and leaves nothing that looks like a report.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { command, plainEnvironment, root } from '../command.ts';

/** A mount namespace of its own, in which any user may mount a small disk. It disappears with its last process. */
const apart = ['unshare', '--map-root-user', '--mount'] as const;

const mayMount = spawnSync(apart[0], [...apart.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

async function certifyOn(disk: string, size: string, before = 'true') {
  mkdirSync(disk, { recursive: true });
  const script = `mount -t tmpfs -o size=${size} tmpfs "$DISK" && ${before}
    '${process.execPath}' '${command}' certify --depth quick --only CARD --out "$DISK/report"; code=$?
    find "$DISK/report" -type f -printf 'left %P\\n'; exit $code`;
  const child = spawn(apart[0], [...apart.slice(1), 'sh', '-c', script], {
    cwd: root,
    env: plainEnvironment({ DISK: disk }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr, left: [...stdout.matchAll(/^left (.*)$/gm)].map(([, path]) => path) };
}

test('a disk that gets full ends the run, which says so in one line', async ({}, info) => {
  test.skip(!mayMount, 'nobody but root may mount here');
  test.setTimeout(120_000);

  const { code, stdout, stderr, left } = await certifyOn(info.outputPath('disk'), '64k');

  expect(code, stdout + stderr).toBe(3);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('the run ended where there was no room for its evidence (ENOSPC:');
  expect(stderr).toBe('assay: there is no report, as there is no room for it (ENOSPC: no space left on device)\n');
  expect(left).toEqual(['evidence.ndjson']);
});

test('a file that may grow no more ends the run alike', async ({}, info) => {
  test.setTimeout(120_000);
  const script = `ulimit -f 120; exec '${process.execPath}' '${command}' certify --depth quick --only CARD --out "$OUT"`;
  const child = spawn('sh', ['-c', script], { cwd: root, env: plainEnvironment({ OUT: info.outputPath('report') }) });

  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);

  expect(code, stdout + stderr).toBe(3);
  expect(stderr).toBe('assay: there is no report, as there is no room for it (EFBIG: file too large)\n');
});

test('a disk that is full already ends the command before anything is sent', async ({}, info) => {
  test.skip(!mayMount, 'nobody but root may mount here');

  const { code, stderr, left } = await certifyOn(
    info.outputPath('disk'),
    '64k',
    'dd if=/dev/zero of="$DISK/other" bs=1k count=64 2>/dev/null;',
  );

  expect(code, stderr).toBe(2);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('cannot be written: ENOSPC: no space left on device');
  expect(left).toEqual([]);
});

for (const args of [['explain'], ['certify', '--only', 'CARD-14', '--depth', 'quick', '--json']] as const) {
  test(`${args[0]} whose output goes to a full disk is no success, and says so in one line`, async ({}, info) => {
    test.skip(!existsSync('/dev/full'), 'no such device here');

    const child = spawn(
      process.execPath,
      [command, ...args, ...(args.length > 1 ? ['--out', info.outputPath('report')] : [])],
      {
        cwd: root,
        env: plainEnvironment({}),
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      },
    );
    const [stderr, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'close')]);

    expect(stderr).toBe('assay: the output is not whole: ENOSPC: no space left on device, write\n');
    expect(code).toBe(3);
  });
}

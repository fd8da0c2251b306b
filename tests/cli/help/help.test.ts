// The help, the first line that is printed, and what a command does when its output is no longer read.
import { spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { commands } from '../../../cli/commands.ts';
import { assay, command, plainEnvironment, root, start } from '../command.ts';
import { complaintAbout } from './readable.ts';

for (const name of ['', ...Object.keys(commands)]) {
  test(`the help of assay ${name} fits a screen, with its exit codes`, async () => {
    const { code, stdout } = await assay([...(name === '' ? [] : [name]), '--help']);

    const lines = stdout.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines.length).toBeLessThanOrEqual(50);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toContain('Exit codes:');
    if (name !== 'completion') expect(stdout).toContain('Examples:\n  npx assay ');
  });
}

test('every example of the help is a line that the command takes', async () => {
  for (const name of Object.keys(commands)) {
    const { stdout } = await assay([name, '--help']);
    for (const [, line = ''] of stdout.matchAll(/^ {2}npx assay (.*)$/gm)) {
      expect({ line, complaint: await complaintAbout(line.split(' ')) }).toEqual({ line, complaint: undefined });
    }
  }
});

test('a command that is asked for by its help name is the same command', async () => {
  const [one, other] = [await assay(['help', 'certify']), await assay(['certify', '--help'])];

  expect(one.stdout).toBe(other.stdout);
});

test('a misspelt command is told the right one', async () => {
  const { code, stderr } = await assay(['certfy']);

  expect([code, stderr]).toEqual([2, expect.stringContaining('(Did you mean certify?)')]);
});

test('a run says its first word before it has asked the target anything', async ({}, info) => {
  const silent = createServer(() => {});
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
  const { port } = silent.address() as { port: number };
  const child = start(['certify', '--target', `http://127.0.0.1:${port}`, '--out', info.outputPath('report')], {
    ASSAY_USERNAME: 'somebody',
    ASSAY_PASSWORD: 'something',
  });

  const word = await new Promise<string>((said) => child.stdout?.once('data', (text: Buffer) => said(text.toString())));

  child.kill('SIGKILL');
  silent.close();
  expect(word).toMatch(/^Assay \d/);
});

test('where the sources are as they were built, the package is prepared without building', () => {
  const stamp = new URL('../../../dist/sources.sha256', import.meta.url);
  const before = statSync(stamp);

  const prepared = spawnSync(process.execPath, ['scripts/build.mjs', 'if-changed'], { cwd: root, encoding: 'utf8' });

  expect([prepared.status, prepared.stdout, prepared.stderr]).toEqual([0, '', '']);
  expect([statSync(stamp).ino, statSync(stamp).mtimeMs]).toEqual([before.ino, before.mtimeMs]);
});

for (const args of [['serve', '--faults'], ['explain'], ['completion', 'bash']]) {
  test(`a reader that has seen enough of assay ${args.join(' ')} is no reason to crash`, async () => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: root,
      env: plainEnvironment({}),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    // The output is closed before anything is written, as by `| true`.
    child.stdout.destroy();

    expect([await ended, stderr]).toEqual([0, '']);
  });
}

test('a port that is taken is said in one line', async () => {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };

  const { code, stderr } = await assay(['serve', '--port', String(port)]);

  server.close();
  expect([code, stderr]).toEqual([2, `port ${port} of 127.0.0.1 is taken; --port 0 takes any free one\n`]);
});

const esc = '\u001b';

test('neither colour nor repainting reaches what is no terminal, and NO_COLOR is heeded in one', async ({}, info) => {
  test.setTimeout(180_000);
  const certify = ['certify', '--only', 'CARD-15', '--depth', 'quick', '--out', info.outputPath('report')];
  const { NO_COLOR: _, ...env } = plainEnvironment({});
  const piped = spawnSync(process.execPath, [command, ...certify], { cwd: root, env, encoding: 'utf8' });
  expect(piped.stdout).toContain('passed');
  expect(piped.stdout).not.toContain(esc);

  test.skip(spawnSync('script', ['--version']).status !== 0, 'no command makes a terminal here');
  const line = [process.execPath, command, ...certify].map((word) => `'${word}'`).join(' ');
  const inTerminal = (more: Record<string, string>) =>
    spawnSync('script', ['-qec', line, '/dev/null'], {
      cwd: root,
      env: { ...env, TERM: 'xterm', ...more },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).stdout;
  // The display is updated in place in both cases, and is coloured unless NO_COLOR is set.
  const [coloured, plain] = [inTerminal({}), inTerminal({ NO_COLOR: '1' })];
  const colour = new RegExp(`${esc}\\[\\d+m`);
  expect(coloured).toMatch(colour);
  expect(plain).toContain(`${esc}[?25l`);
  expect(plain).not.toMatch(colour);
});

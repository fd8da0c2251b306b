// Loads the completion scripts into the real shells, where they are installed.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { commands } from '../../../cli/commands.ts';
import { createProgram } from '../../../cli/program.ts';
import { assay, plainEnvironment, root } from '../command.ts';

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

async function scriptFor(shell: string, path: string): Promise<string> {
  const { code, stdout, stderr } = await assay(['completion', shell]);
  expect([code, stderr]).toEqual([0, '']);
  writeFileSync(path, stdout);
  return path;
}

const lines: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ['assay cer', ['certify']],
  ['assay help re', ['record', 'replay', 'reset']],
  ['assay certify --dep', ['--depth']],
  ['assay certify --depth ', ['quick', 'standard', 'deep']],
  ['assay certify --only CARD-14 AUTH-0', []],
  ['assay check openapi.y', ['openapi.yaml']],
  ['assay certify --profile openapi.y', ['openapi.yaml']],
  ['assay certify --target ', []],
  ['assay completion ', ['bash', 'zsh', 'fish']],
];

test('bash completes commands, options and their values', async ({}, info) => {
  test.skip(!isThere('bash'), 'bash is not installed');
  const script = await scriptFor('bash', info.outputPath('assay.bash'));
  const offeredFor = (typed: string): readonly string[] => {
    const words = typed.split(' ').map((word) => `'${word}'`);
    const program = `source '${script}'; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}
      _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', program], {
      cwd: root,
      env: plainEnvironment({}),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return stdout.split('\n').filter(Boolean);
  };

  for (const [typed, offered] of lines) {
    if (offered.length > 0) expect([...offeredFor(typed)].sort(), typed).toEqual([...offered].sort());
  }
  expect(offeredFor('assay certify --target ')).toEqual([]);
  expect(offeredFor('assay certify --only CARD-14 AUTH-0')).toContain('AUTH-01');
  expect(offeredFor('assay certify --only CARD-14 --qu')).toEqual(['--quiet']);
  expect(offeredFor('assay serve --fault card-filter-b')).toEqual(['card-filter-blocked']);
  expect(offeredFor('assay explain --json CARD-14')).toEqual(['CARD-14']);
  expect(offeredFor('assay nonsense --')).toEqual([]);
});

test('fish completes them as well', async ({}, info) => {
  test.skip(!isThere('fish'), 'fish is not installed');
  const script = await scriptFor('fish', info.outputPath('assay.fish'));
  for (const [typed, offered] of lines) {
    if (offered.length === 0 || typed.startsWith('assay help')) continue;
    const { stdout } = spawnSync('fish', ['--no-config', '-c', `source '${script}'; complete -C '${typed}'`], {
      cwd: root,
      encoding: 'utf8',
    });
    const found = stdout.split('\n').flatMap((line) => line.split('\t', 1)[0] || []);
    expect([...found].sort(), typed).toEqual([...offered].sort());
  }
});

test('zsh reads its script', async ({}, info) => {
  test.skip(!isThere('zsh'), 'zsh is not installed');
  const script = await scriptFor('zsh', info.outputPath('_assay'));

  expect(spawnSync('zsh', ['-f', '-n', script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

test('no command and no option is left out, in any shell', async () => {
  const program = await createProgram(() => true);
  expect(program.commands.map((command) => command.name())).toEqual(Object.keys(commands));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = await assay(['completion', shell]);
    for (const command of program.commands) {
      expect(stdout).toContain(command.name());
      for (const { long } of command.options) {
        expect(stdout).toContain(shell === 'fish' ? `-l ${long?.slice(2)}` : long);
      }
    }
  }
  expect((await assay(['completion', 'csh'])).code).toBe(2);
});

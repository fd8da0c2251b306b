// docs/interface.md names everything that exists: commands with their options, exit codes, files and schemas.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@playwright/test';
import { Command } from 'commander';
import { commands } from '../../cli/commands.ts';
import { exit } from '../../cli/exit.ts';
import { reportFolder } from '../../reports/folder.ts';

const text = readFileSync('docs/interface.md', 'utf8');

/** The rows of the table under a heading, as lists of cells. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const section = text.split(/^## /m).find((each) => each.startsWith(heading)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const quoted = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '');

async function optionsOf(name: string): Promise<readonly string[]> {
  const file = await commands[name]?.load();
  return (file?.takes(new Command()).options ?? []).map(({ long }) => long ?? '');
}

test('every command and option that is there is promised, and none besides', async () => {
  const promised = tableUnder('Commands').map(([command, options]) => ({
    command: quoted(command)[0] ?? '',
    options: quoted(options),
  }));

  expect(promised.map(({ command }) => command).toSorted()).toEqual(Object.keys(commands).toSorted());
  for (const { command, options } of promised)
    expect({ command, options: options.toSorted() }).toEqual({
      command,
      options: (await optionsOf(command)).toSorted(),
    });
});

test('the exit codes are those that the command uses', () => {
  const codes = tableUnder('Exit codes').map(([code]) => Number(code));

  expect(codes).toEqual([...new Set(Object.values(exit))].sort());
});

test('the files of a report are called as is promised', () => {
  const files = tableUnder('Files').map(([file]) => quoted(file)[0]);
  const there = [...Object.values(reportFolder('.')).map((path: string) => basename(path)), 'replay.json'];

  expect(files).toEqual(expect.arrayContaining(['verdict.json', 'replay.json', 'evidence.ndjson']));
  expect(files.filter((file) => file === undefined || !there.includes(file))).toEqual([]);
});

test('every schema in the package is named', () => {
  const schemas = tableUnder('Schemas').map(([file]) => quoted(file)[0]);

  expect(schemas.toSorted()).toEqual(readdirSync('schemas').sort());
});

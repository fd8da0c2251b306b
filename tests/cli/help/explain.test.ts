// assay explain: everything about a requirement, and lines that can be pasted.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { requirementById } from '../../../contract/requirements.ts';
import { assay, root } from '../command.ts';
import { complaintAbout } from './readable.ts';

test('a requirement is explained by its sentence, place, check and faults, and how to try it', async () => {
  const { code, stdout } = await assay(['explain', 'card-14']);
  const [, file = 'none'] = /checked by +(\S+)/.exec(stdout) ?? [];
  const lines = [...stdout.matchAll(/npx assay (.+)$/gm)].map(([, line = '']) => line.split(' '));

  expect(code).toBe(0);
  expect(stdout).toContain('CARD-14  a status filter returns every card in that status and no other\n');
  expect(existsSync(join(root, file))).toBe(true);
  expect(stdout).toContain('card-filter-blocked: ');
  expect(lines.map(([name]) => name)).toEqual(['certify', 'serve']);
  expect(await Promise.all(lines.map(complaintAbout))).toEqual([undefined, undefined]);
});

test('details stand below the sentence, a line each, and as a list in JSON', async () => {
  const [text, json] = [await assay(['explain', 'BEN-43']), await assay(['explain', 'BEN-43', '--json'])];

  const { says, details = [] } = requirementById('BEN-43');
  expect(details.length).toBeGreaterThan(1);
  expect(text.stdout).toContain(`BEN-43  ${says}
  in detail   - ${details.join('\n              - ')}
  level       must
`);
  expect(JSON.parse(json.stdout)[0].details).toEqual(details);
});

test('an area is listed, and what does not exist is refused by naming what does', async () => {
  const [area, none] = [await assay(['explain', 'MEM']), await assay(['explain', 'NONE-1'])];

  expect(
    area.stdout
      .trim()
      .split('\n')
      .every((line) => /^MEM-\d+ +(must|advice|open) /.test(line)),
  ).toBe(true);
  expect([none.code, none.stdout]).toEqual([2, '']);
  expect(none.stderr).toContain('the areas are');
});

test('on a terminal it is folded, but for what is to be pasted', async () => {
  for (const asked of ['CARD-11', 'CARD']) {
    const { stdout } = await assay(['explain', asked], { COLUMNS: '80' });
    const lines = stdout.split('\n').filter((line) => !line.includes('npx assay'));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  }
});

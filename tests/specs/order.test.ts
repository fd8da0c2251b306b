// The order in which the runner takes the files with checks.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { quietFile } from '../../harness/settings.ts';
import { root } from '../cli/command.ts';

test('the runner, which goes by the alphabet, begins with the quiet checks and ends with wrong passwords and codes', () => {
  const names = readdirSync(join(root, 'specs')).sort((one, other) => one.localeCompare(other));

  expect(names[0]).toBe(`${quietFile}.spec.ts`);
  expect(names.at(-1)).toBe('wrong');
});

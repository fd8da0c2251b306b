// Compares what all specs declare with the catalogue.
import { expect, test } from '@playwright/test';
import { requirements } from '../../contract/requirements.ts';
import { assay } from '../cli/command.ts';

test('every requirement is checked, by a spec or by the judge in passing', async () => {
  // In a process of its own, because a spec that was already loaded declares nothing again.
  const { stdout } = await assay(['explain', '--json']);

  const all = JSON.parse(stdout) as readonly { readonly id: string; readonly checkedBy: readonly string[] }[];
  expect(all.map(({ id }) => id).sort()).toEqual(requirements.map(({ id }) => id).sort());
  expect(all.filter(({ checkedBy }) => checkedBy.length === 0).map(({ id }) => id)).toEqual([]);
});

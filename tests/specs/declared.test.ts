// What the specs declare, all of them loaded, beside the catalogue.
import { expect, test } from '@playwright/test';
import { findChecks } from '../../cli/checks.ts';
import { requirements } from '../../contract/requirements.ts';

test('every requirement is checked, by a spec or by the judge in passing', async () => {
  const checksOf = await findChecks();

  expect(requirements.filter(({ id }) => checksOf(id).length === 0).map(({ id }) => id)).toEqual([]);
});

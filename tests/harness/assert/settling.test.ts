import { expect, test } from '@playwright/test';
import { type RequirementId, requirementById } from '../../../contract/requirements.ts';
import { settling } from '../../../harness/assert/settling.ts';

for (const [id, milliseconds] of Object.entries(settling)) {
  test(`${id} names the time that it allows`, () => {
    const { says, details = [] } = requirementById(id as RequirementId);

    expect([says, ...details].join('\n')).toContain(`${milliseconds / 1000} s`);
  });
}

// Deliveries at a target that refuses the payment in the profile: other actions still cause events.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { freePort, prepare } from '../../cli/prepare.ts';
import { startReference } from '../../reference/service.ts';
import { root } from '../cli/command.ts';
import { conduct } from '../proof/conductor.ts';

test('EVT-01 names the answer to the payment, and not an event that nobody could bring about', async ({}, info) => {
  const receiver = await freePort();
  const service = await startReference({ webhook: { url: `http://127.0.0.1:${receiver}/` } });
  const profile = info.outputPath('profile.yaml');
  const whole = parse(readFileSync(join(root, 'reference/profile.yaml'), 'utf8'));
  whole.open.bodies.createPayment.json.amount = -1;
  writeFileSync(profile, stringify(whole));
  const asked = { only: ['EVT-01', 'EVT-05'], depth: 'quick', seed: 1 } as const;
  const own = { target: service.url, profile, receiver, out: info.outputPath('report') };

  const prepared = await prepare({ ...asked, ...own, safe: false, prepared: false });
  if (prepared.kind === 'no verdict') throw new Error(prepared.reason);
  const records = await conduct(prepared.settings, ({ id }) => id === 'EVT-01' || id === 'EVT-05');

  await service.close();
  const outcomes = records.map(({ requirement, outcome }) => ({ requirement, ...outcome }));
  const missing = expect.stringContaining('POST /v3/payment');
  expect(outcomes).toContainEqual({ requirement: 'EVT-01', kind: 'untested', missing });
  expect(outcomes).toContainEqual({ requirement: 'EVT-05', kind: 'held' });
});

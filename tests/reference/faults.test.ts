// Every fault does what it says: it names a requirement, and a client that looks for it sees it.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { faultList } from '../../reference/service.ts';
import { started } from './acting.ts';
import { probes, receiver } from './probes.ts';

const requirements = parse(
  readFileSync(new URL('../../contract/requirements.yaml', import.meta.url), 'utf8'),
) as readonly { readonly id: string; readonly level: string }[];

test('each fault breaks a requirement that can be broken, under an id of its own', () => {
  const breakable = requirements.filter(({ level }) => level !== 'open').map(({ id }) => id);
  const ids = faultList().map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
  expect(faultList().filter(({ breaks }) => !breakable.includes(breaks))).toEqual([]);
  // The other faults are seen by the suite itself, in the proof (tests/proof).
  expect(ids).toEqual(expect.arrayContaining(Object.keys(probes)));
});

test('every must has a fault that breaks it', () => {
  const broken = new Set(faultList().map(({ breaks }) => breaks));

  expect(requirements.filter(({ id, level }) => level === 'must' && !broken.has(id)).map(({ id }) => id)).toEqual([]);
});

for (const { id, does } of faultList().filter(({ id }) => probes[id] !== undefined)) {
  test(`${id}: the service ${does}`, async () => {
    await using one = await receiver();
    await using other = await receiver();
    await using clean = await started({ webhook: { url: one.url, enable: true } });
    await using faulty = await started({ webhook: { url: other.url, enable: true }, fault: id });

    const usual = await probes[id]!(clean, one.received);
    const seen = await probes[id]!(faulty, other.received);

    expect(seen).not.toEqual(usual);
  });
}

import { expect, test } from '@playwright/test';
import { environmentOf, type Settings, settingsFrom } from '../../harness/settings.ts';

test('settings come out of the environment as they went in', () => {
  const settings: Settings = {
    target: 'http://127.0.0.1:1',
    profile: '/somewhere/profile.yaml',
    out: 'report',
    seed: 7,
    depth: 'deep',
    safe: true,
    only: ['CARD', 'PAY-40'],
    workers: 3,
    shard: '1/4',
    accepted: [{ requirement: 'CARD-14', reason: 'known', owner: 'ann', until: '2026-12-31' }],
    pseudonymKey: 'a2V5',
    prints: 'nothing',
    prepared: true,
  };

  expect(settingsFrom(environmentOf(settings))).toEqual(settings);
});

test('an empty environment means the embedded service at standard depth', () => {
  expect(settingsFrom({})).toEqual({
    out: 'assay-report',
    seed: 1,
    depth: 'standard',
    safe: false,
    only: [],
    prepared: false,
  });
});

test('an empty target is not the embedded service', () => {
  expect(() => settingsFrom({ ASSAY_TARGET: '' })).toThrow('ASSAY_TARGET is empty');
});

test('a target and a profile alone are a run of that target', () => {
  const { target, profile, prepared } = settingsFrom({ ASSAY_TARGET: 'http://127.0.0.1:1', ASSAY_PROFILE: 'a.yaml' });
  expect({ target, profile, prepared }).toEqual({ target: 'http://127.0.0.1:1', profile: 'a.yaml', prepared: false });
});

test('the settings of a run go before what stands beside them', () => {
  const settings: Settings = { ...settingsFrom({}), target: 'http://127.0.0.1:1' };
  const env = { ...environmentOf(settings), ASSAY_TARGET: 'http://other', ASSAY_OUT: 'elsewhere' };
  expect(settingsFrom(env)).toEqual(settings);
});

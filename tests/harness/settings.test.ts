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
    pseudonymKey: 'a2V5',
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

test('an unknown depth is refused', () => {
  expect(() => settingsFrom({ ASSAY_DEPTH: 'bottomless' })).toThrow('quick, standard, deep');
});

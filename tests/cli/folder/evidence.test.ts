// Which exchanges a run keeps when it is over: all, those that its report refers to, or none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readRecording } from '../../../exchange/recording/recording.ts';
import { assay, root, serve, verdictIn } from '../command.ts';

const idsIn = async (folder: string): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const item of readRecording(join(folder, 'evidence.ndjson')))
    if ('exchange' in item) ids.push(item.exchange.id);
  return ids;
};

test('a run keeps the exchanges that its report refers to, which are shown and certified as they are', async ({}, info) => {
  test.setTimeout(180_000);
  const out = info.outputPath('report');
  const faulty = await serve('--fault', 'card-filter-blocked');
  const target = ['--target', faulty.url, '--profile', join(root, 'reference/profile.yaml')];
  const asked = ['--depth', 'quick', '--only', 'CARD-14', 'CARD-15', '--out', out];

  const { code } = await assay(['certify', ...target, ...asked, '--evidence', 'failures']);
  await faulty.stop();
  const verdict = verdictIn(out);
  const referred = verdict.requirements.flatMap(({ evidence }) => evidence);
  const shown = await assay(['show', referred[0] ?? 'none', '--in', out]);

  expect(code).toBe(1);
  expect(verdict.kept).toBe('failures');
  expect(verdict.exchanges).toBeGreaterThan(referred.length);
  expect([...(await idsIn(out))].sort()).toEqual([...new Set(referred)].sort());
  expect(shown.stdout).toContain(`exchange ${referred[0]}`);
  const { statement } = JSON.parse(readFileSync(join(out, 'certificate.sigstore.json'), 'utf8'));
  expect(statement.predicate.configuration[0].annotations).toMatchObject({ kept: 'failures' });
  expect(statement.predicate.configuration[1].annotations).toEqual({ exchanges: verdict.exchanges });
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('every exchange that is shown here');
});

test('shards that keep no exchanges are joined, and what is left says why it is empty', async ({}, info) => {
  test.setTimeout(240_000);
  const asked = ['--depth', 'quick', '--only', 'CARD-14', 'AUTH-01', '--evidence', 'none'];
  const folders = [1, 2].map((index) => info.outputPath(`${index}`));

  for (const [index, folder] of folders.entries())
    await assay(['certify', ...asked, '--shard', `${index + 1}/2`, '--out', folder]);
  const joined = await assay(['merge', ...folders, '--out', info.outputPath('all')]);

  expect(joined.code, joined.stdout + joined.stderr).toBe(0);
  expect(verdictIn(info.outputPath('all'))).toMatchObject({ status: 'passed', kept: 'none' });
  expect(await idsIn(info.outputPath('all'))).toEqual([]);
  expect(readFileSync(info.outputPath('all', 'evidence.ndjson'), 'utf8')).toContain('"kept":"none (--evidence)"');
});

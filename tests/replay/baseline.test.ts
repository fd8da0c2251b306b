// A good build is replayed first: what differs there is noise, and none of its exchanges is kept or shown.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { ReplayResult } from '../../replay/verdict/result.ts';
import { assay } from '../cli/command.ts';
import { plainLines } from '../exchange/plain-lines.ts';
import { startAnswering, writeMade } from './made.ts';
import { authorization, tokens } from './manifold.ts';
import { leftOver, profileOf, replayed } from './replaying.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

const answering = (payment: object) =>
  startAnswering(({ url }) => ({ body: url.startsWith('/v3') ? tokens : { id: 1, ...payment } }));

const recorded = () =>
  writeMade(output('made.ndjson'), [
    { path: '/v2/payment/1', authorization, answer: { id: 1, rank: 'recorded', reference: 'recorded' } },
  ]);

test('what the baseline shows is excused and saved as noise, and only exchanges of the candidate are kept and shown', async () => {
  const path = await recorded();
  const good = await answering({ rank: 'only here', reference: 'recorded' });
  const candidate = await answering({ rank: 'of the candidate', reference: 'of the candidate' });
  const environment = { ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' };
  const replay = (out: string, ...more: string[]) =>
    assay(['replay', path, '--target', candidate.url, '--out', output(out), ...more], environment);

  const first = await replay('first', '--baseline', good.url, '--save-noise', output('noise.json'));
  const second = await replay('second', '--noise', output('noise.json'));
  await Promise.all([good.close(), candidate.close()]);

  expect([first.code, second.code]).toEqual([1, 1]);
  for (const folder of ['first', 'second']) {
    const [json, page] = ['replay.json', 'index.html'].map((file) => readFileSync(output(folder, file), 'utf8'));
    const result = JSON.parse(json!) as ReplayResult;
    expect(leftOver(result)).toEqual(['readPayment /reference value']);
    const excused = result.differences.find(({ field }) => field === '/rank');
    expect(excused?.excuse).toEqual({ by: 'noise', because: 'the baseline differs there as well, in 1 of 1' });
    const evidence = plainLines(readFileSync(output(folder, 'evidence.ndjson'))).toString();
    expect(evidence).toContain('of the candidate');
    for (const written of [json!, page!, evidence]) expect(written).not.toContain('only here');
  }
  expect(readFileSync(output('noise.json'), 'utf8')).not.toContain('of the');
});

test('a replay that only learns noise keeps the exchanges behind no difference, and knows which they were', async () => {
  const path = await recorded();
  const good = await answering({ rank: 'only here', reference: 'recorded' });
  const asked = { url: good.url, recordings: [path], profile: profileOf(good.url) };

  const [shown, learned] = [await replayed(asked), await replayed({ ...asked, isBaseline: true })];
  await good.close();

  expect(leftOver(learned)).toEqual(leftOver(shown));
  expect(shown.differences[0]?.example.exchanges).toBeDefined();
  expect(learned.differences[0]?.example.exchanges).toBeUndefined();
  expect(learned.differences[0]?.example.id).toBe('m-0');
});

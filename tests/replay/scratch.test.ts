import { test } from '@playwright/test';
import { faultList, startReference } from '../../reference/service.ts';
import { recordFlow } from './flow.ts';
import { leftOver, replayed } from './replaying.ts';

test('scratch', async () => {
  test.setTimeout(280_000);
  const path = test.info().outputPath('recording.ndjson');
  const recorded = await startReference({ port: 0, seed: 1 });
  await recordFlow({ url: recorded.url, path });
  await recorded.close();
  for (const { id, breaks, does } of faultList()) {
    const candidate = await startReference({ port: 0, seed: 1, fault: id });
    const began = Date.now();
    try {
      const profile = (await import('./replaying.ts')).referenceProfile(candidate.url);
      const result = await replayed({ url: candidate.url, recordings: [path], profile: { ...profile, timeouts: { connect: 1000, response: 2000 } } });
      console.log(`${id} (${breaks}: ${does}) ${result.status}\n   D ${leftOver(result).slice(0, 6).join(' | ')}\n   V ${result.violations.slice(0, 5).map((v) => `${v.requirement} ${v.operation} ${v.at}`).join(' | ')}\n   A held ${JSON.stringify(result.account.because.heldBack)} failed ${JSON.stringify(result.account.because.failed)} ${Date.now() - began} ms`);
    } catch (error) {
      console.log(id, 'ERROR', error);
    }
    await candidate.close();
  }
});

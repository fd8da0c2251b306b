// Six users who work on the same things at the same time: what one has changed, the others see, in the recorded order. CROWD_RUNS and CROWD_SEEDS
// play more of the same.
import { expect, test } from '@playwright/test';
import { startReference } from '../../../reference/service.ts';
import { makePlan } from '../../../replay/plan/make.ts';
import { leftOver, referenceProfile, replayed } from '../replaying.ts';
import { oneCompany, players, recordCrowd } from './crowd.ts';

const numberIn = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const runs = numberIn('CROWD_RUNS', 2);
const seeds = Array.from({ length: numberIn('CROWD_SEEDS', 1) }, (_, index) => index + 1);

const started = () => startReference({ port: 0, seed: 1, seams: oneCompany });

for (const speed of ['asap', 10, 1] as const)
  test(`six users at once replay without a difference, at speed ${speed}`, async () => {
    test.setTimeout(3_600_000);
    const told: string[] = [];
    for (const seed of seeds) {
      const path = test.info().outputPath(`crowd-${seed}.ndjson`);
      const service = await started();
      await recordCrowd(service.url, path, { seed });
      await service.close();
      for (let run = 1; run <= runs; run += 1) {
        const candidate = await started();
        const made = await makePlan([path], referenceProfile(candidate.url));
        const plan = { ...made, users: made.users.map((user, index) => ({ ...user, actsAs: players[index]! })) };
        const result = await replayed({ url: candidate.url, recordings: [path], plan, tempo: { speed } });
        await candidate.close();
        const left = [...leftOver(result), ...result.because];
        if (left.length > 0) told.push(`recording ${seed}, run ${run}: ${left.join('; ')}`);
      }
    }

    test.info().annotations.push({ type: 'runs', description: `${runs * seeds.length - told.length} clean` });
    expect(told).toEqual([]);
  });

// Describes every limit that is found, and whether the headers announce it rightly (Limits, rules 1 and 3).
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { limitedOperations } from '../../load/limited-call.ts';
import { statusOf } from '../../subject/answers.ts';
import { each } from './support/each.ts';
import { type Probe, probe } from './support/probes.ts';

/** Probes at a time. Each computes in a thread of its own, so more of them would delay the requests of the others. */
const probesAtOnce = 3;

requirement(
  'RATE-11',
  'windows and counts of the other limited operations, and the algorithm of the limiter, are not shown',
  async (check) => {
    await each(
      check,
      limitedOperations,
      async (id) => check.observe((await probe(check, id)).limit.says),
      probesAtOnce,
    );
  },
);

requirement('RATE-09', 'RateLimit headers, where sent, agree with the limit observed', async (check) => {
  await each(check, limitedOperations, async (id) => headersAgree(check, await probe(check, id)));
});

function headersAgree(check: Check, { limit, surely, exchanges }: Probe): void {
  expect(exchanges.find((exchange) => statusOf(exchange) === 429)).toSatisfy(() =>
    limit.misleading.length === 0
      ? undefined
      : { expected: 'headers that agree with the limit observed', got: limit.misleading.join(' ') },
  );
  if (!exchanges.some(hasLimitHeaders)) check.observe(`${limit.called} sends no RateLimit headers`);
  else if (surely.length === 0)
    check.untested(`a limit of ${limit.called} that a probe is sure of, to hold its headers against`);
}

const hasLimitHeaders = ({ outcome }: Probe['exchanges'][number]): boolean =>
  outcome.kind === 'answered' && outcome.response.headers.some(([name]) => /^(x-)?rate-?limit/i.test(name));

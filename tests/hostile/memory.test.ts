// How much memory a process needs for a hostile answer. Answers that hang are left out, because they send little.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onRequests, test } from '../exchange/fixtures.ts';
import { answers } from './answers.ts';

const most = 300;

test(`no hostile answer takes more than ${most} MB`, async ({ raw }, info) => {
  test.setTimeout(600_000);
  const held: Record<string, number> = {};
  for (const [what, { hostile, hangs }] of Object.entries(answers)) {
    if (hangs) continue;
    const server = await raw((socket) => onRequests(socket, () => hostile(socket)));
    const asking = [join(import.meta.dirname, 'asking.mjs'), server.url, info.outputPath('evidence')];
    held[what] = Number((await promisify(execFile)('node', asking)).stdout);
  }

  await info.attach('held', { body: JSON.stringify(held, undefined, 1), contentType: 'application/json' });
  expect(Object.values(held).every((megabytes) => megabytes > 0)).toBe(true);
  expect(Object.entries(held).filter(([, megabytes]) => megabytes > most)).toEqual([]);
});

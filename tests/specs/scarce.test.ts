// Checks of an operation whose limit leaves little room, or none.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort, prepare } from '../../cli/prepare.ts';
import { select } from '../../contract/requirements.ts';
import { startReference } from '../../reference/service.ts';
import { advised } from '../../reports/untested/remedies.ts';
import { decide } from '../../reports/verdict/decide.ts';
import { factsOf } from '../../reports/verdict/facts.ts';
import type { RequirementResult } from '../../reports/verdict/verdict.ts';
import { root } from '../cli/command.ts';
import { conduct } from '../proof/conductor.ts';

/** The reference service behind a limiter that lets `left` calculations pass, and then none for a minute. */
async function behindLimiter(left: number) {
  const service = await startReference();
  const { hostname, port } = new URL(service.url);
  const server = createServer((asked, answer) => {
    if (asked.url?.endsWith('/calculate/limits') && left-- <= 0) {
      asked.resume();
      answer.writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' });
      answer.end(JSON.stringify({ name: 'TooManyRequests', message: 'later', status: 429 }));
      return;
    }
    const { method, headers, url: path } = asked;
    const onwards = request({ host: hostname, port, path, method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
      answered.pipe(answer);
    });
    onwards.on('error', () => asked.destroy());
    asked.pipe(onwards);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await service.close();
    },
  };
}

/** The verdict on CARD-43 from its own check alone. */
async function calculated(left: number): Promise<RequirementResult | undefined> {
  const target = await behindLimiter(left);
  const asked = { only: ['CARD-43'], depth: 'quick', seed: 1 } as const;
  try {
    const prepared = await prepare({
      ...asked,
      target: target.url,
      profile: join(root, 'reference/profile.yaml'),
      receiver: await freePort(),
      out: test.info().outputPath('report'),
      safe: false,
      prepared: false,
    });
    if (prepared.kind === 'no verdict') throw new Error(prepared.reason);
    const records = await conduct(prepared.settings, ({ id }) => id === 'CARD-43');
    const verdict = decide(factsOf(prepared.settings, new Date()), select(asked.only).chosen, records);
    return advised(verdict, []).requirements[0];
  } finally {
    await target.close();
  }
}

test('limits are told apart by as many calculations as the limit leaves room for', async () => {
  expect(await calculated(7)).toMatchObject({ id: 'CARD-43', verdict: 'pass' });
});

test('where the limit leaves no room, that is what is missing, and not a card', async () => {
  expect(await calculated(0)).toMatchObject({
    verdict: 'untested',
    reason: 'limits calculated within the rate limit',
    remedy: 'run with --workers 1, where the limits leave room for it',
  });
});

// A failure that time or load may have caused is checked once more, alone: with a real workspace, against a server that fails now and then.

import { writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { stringify } from 'yaml';
import { expect as suiteExpect } from '../../harness/assert/expect.ts';
import type { CheckBody } from '../../harness/declare/declaration.ts';
import { Untested } from '../../harness/declare/failures.ts';
import { examine } from '../../harness/run/examination.ts';
import type { Workspace } from '../../harness/run/workspace.ts';
import { openWorkspace } from '../../harness/run/workspace.ts';

interface Fixtures {
  /** Answers everything with a list, or with `body`, but drops the connection for the requests with these numbers. */
  workspaceBeside: (dropped: (request: number) => boolean, body?: unknown) => Promise<Workspace>;
}

const it = test.extend<Fixtures>({
  workspaceBeside: async ({}, use, info) => {
    const stops: (() => Promise<unknown>)[] = [];
    await use(async (isDropped, body = []) => {
      let requests = 0;
      const server = http.createServer((request, reply) => {
        requests += 1;
        if (isDropped(requests)) request.socket.destroy();
        else reply.setHeader('content-type', 'application/json').end(JSON.stringify(body));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const profile = info.outputPath('profile.yaml');
      writeFileSync(profile, stringify({ users: { full: { username: 'one', password: 'made up' } } }));
      const workspace = openWorkspace({
        target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        profile,
        out: info.outputPath(),
        seed: 1,
        depth: 'quick',
        safe: false,
        only: [],
        prepared: true,
      });
      stops.push(async () => {
        await workspace.close();
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      });
      return workspace;
    });
    for (const stop of stops) await stop();
  },
});

const quiet = { isQuiet: true, alone: async () => true };
const beside = { isQuiet: false, alone: async () => true };
const never = () => false;

const failing = (times: number, then: () => void = () => {}): { readonly body: CheckBody; tries(): number } => {
  let tries = 0;
  return {
    body: async () => {
      tries += 1;
      if (tries <= times) suiteExpect(tries).toBe('something else', 'what was asked');
      then();
    },
    tries: () => tries,
  };
};

const file = 'specs/made-up.spec.ts';

const asking: CheckBody = async ({ api }) => void (await api.call('listCards', { authorization: 'Bearer made-up' }));

it('a check of time that fails once, and not alone, has held, and observes both runs', async ({ workspaceBeside }) => {
  const { body } = failing(1);

  const { record, ending } = await examine({ id: 'EVT-01', file, body }, await workspaceBeside(never), quiet);

  expect(record).toMatchObject({ outcome: { kind: 'held' }, findings: [] });
  expect(record.observations).toEqual([
    { requirement: 'EVT-01', saw: expect.stringMatching(/^once, and not when it was asked again alone: expected/) },
  ]);
  expect(ending.kind).toBe('returned');
});

it('what fails alone too is a failure, found twice', async ({ workspaceBeside }) => {
  const { body, tries } = failing(9);

  const { record, ending } = await examine({ id: 'EVT-01', file, body }, await workspaceBeside(never), quiet);

  expect(record).toMatchObject({ outcome: { kind: 'broken' }, observations: [] });
  expect(record.findings).toHaveLength(1);
  expect(ending.kind).toBe('threw');
  expect(tries()).toBe(2);
});

it('a second try for which something is used up leaves the first finding as it is', async ({ workspaceBeside }) => {
  const { body } = failing(1, () => {
    throw new Untested('a draft payment');
  });

  const { record } = await examine({ id: 'EVT-01', file, body }, await workspaceBeside(never), quiet);

  expect(record).toMatchObject({ outcome: { kind: 'broken' }, findings: [{ requirement: 'EVT-01' }] });
});

it('what cannot be asked alone stays as it was found', async ({ workspaceBeside }) => {
  const { body, tries } = failing(1);

  const { record } = await examine({ id: 'EVT-01', file, body }, await workspaceBeside(never), {
    ...quiet,
    alone: async () => false,
  });

  expect(record.outcome.kind).toBe('broken');
  expect(tries()).toBe(1);
});

it('what the bytes of an answer show is not asked again', async ({ workspaceBeside }) => {
  const { body, tries } = failing(1);

  const { record } = await examine({ id: 'CARD-14', file, body }, await workspaceBeside(never), beside);

  expect(record.outcome.kind).toBe('broken');
  expect(tries()).toBe(1);
});

it('a connection lost once in passing is an observation of the requirement that it breaks', async ({
  workspaceBeside,
}) => {
  const workspace = await workspaceBeside((request) => request === 1);

  const { record } = await examine({ id: 'CARD-14', file, body: asking }, workspace, beside);

  expect(record).toMatchObject({ outcome: { kind: 'held' }, exchanges: 2 });
  expect(record.findings.filter(({ requirement }) => requirement === 'ERR-02')).toEqual([]);
  expect(record.observations).toMatchObject([
    { requirement: 'ERR-02', saw: expect.stringContaining('GET /v2/card, exchange ') },
  ]);
});

it('a connection lost alone too is a finding', async ({ workspaceBeside }) => {
  const { record } = await examine({ id: 'CARD-14', file, body: asking }, await workspaceBeside(() => true), beside);

  expect(record.findings).toMatchObject([{ requirement: 'ERR-02', count: 2 }]);
  expect(record.observations).toEqual([]);
});

it('a second try finds out anew what checks share, and later checks share that', async ({ workspaceBeside }) => {
  const occasions: object[] = [];
  const fails = failing(1);
  const body: CheckBody = async (check) => {
    occasions.push(check.occasion);
    await fails.body(check);
  };
  const workspace = await workspaceBeside(never);

  await examine({ id: 'EVT-01', file, body }, workspace, quiet);
  await examine({ id: 'EVT-02', file, body }, workspace, quiet);

  expect(occasions[0]).not.toBe(occasions[1]);
  expect(occasions[2]).toBe(occasions[1]);
});

const demand = { status: 'MFA_REQUIRED', mfaToken: 'made-up' };
const unmet: CheckBody = async ({ api }) =>
  void (await api.call('listCards', { as: 'full', authorization: 'Bearer made-up' }));

it('what is compared beside a demand that nobody can confirm blames nobody', async ({ workspaceBeside }) => {
  const { body } = failing(1);
  const comparing: CheckBody = async (check) => {
    await unmet(check);
    await body(check);
  };

  const { record } = await examine(
    { id: 'CARD-14', file, body: comparing },
    await workspaceBeside(never, demand),
    beside,
  );

  const missing = expect.stringContaining('with a demand for a second factor');
  expect(record).toMatchObject({ outcome: { kind: 'untested', missing }, findings: [] });
});

it('an answer that is wrong itself is blamed beside such a demand too', async ({ workspaceBeside }) => {
  const blaming: CheckBody = async (check) => {
    await unmet(check);
    const exchange = await check.api.call('listCards', { authorization: 'Bearer made-up', confirmMfa: false });
    suiteExpect({
      ...exchange,
      outcome: { kind: 'failed', failure: { kind: 'reset', message: '' } },
    } as never).toBeAccepted();
  };

  const { record } = await examine(
    { id: 'CARD-14', file, body: blaming },
    await workspaceBeside(never, demand),
    beside,
  );

  expect(record.outcome).toEqual({ kind: 'broken' });
});

// The real command against a gateway that damages the answers of the reference service: right exit code, the cause in a line, reports that can be
// opened.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startReference } from '../../reference/service.ts';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { assay, root } from '../cli/command.ts';

test.describe.configure({ timeout: 600_000 });

/** Changes the body of an answer, by the requested path; undefined leaves it unchanged. */
type Spoil = (path: string, body: string) => string | Buffer | undefined;

async function gateway(spoil: Spoil) {
  const service = await startReference();
  const server = createServer((asked, answer) => {
    const { host: _, ...headers } = asked.headers;
    const onward = request(service.url + asked.url, { method: asked.method, headers }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => {
        const body = Buffer.concat(parts);
        const spoilt = spoil(asked.url ?? '', body.toString()) ?? body;
        const { 'content-length': _length, 'transfer-encoding': _coding, ...kept } = reply.headers;
        answer.writeHead(reply.statusCode ?? 502, kept).end(spoilt);
      });
    });
    // The service may answer and close before it has read everything.
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await service.close();
    },
  };
}

const certify = (url: string, out: string, ...more: string[]) =>
  assay([
    ...['certify', '--target', url, '--profile', join(root, 'reference/profile.yaml')],
    ...['--depth', 'quick', '--out', out, ...more],
  ]);

const evil =
  '\u001b[2J\u001b]0;x\u0007\u009b31m\u202e</script><script>alert(1)</script><img src=x onerror=alert(2)>]]>```\r\n::error::x';

const spoilt = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(spoilt);
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? evil : value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, spoilt(member)]));
};

/** Line feeds, tabs and what can be seen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unseen = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/u;

test('what a target says in every string reaches terminal, page, JUnit, Allure and summary as text', async ({}, info) => {
  const target = await gateway((path, body) =>
    path.startsWith('/v2/card') && body.startsWith('[') ? JSON.stringify(spoilt(JSON.parse(body))) : undefined,
  );
  const out = info.outputPath('report');

  const { code, stdout, stderr } = await certify(target.url, out, '--only', 'CARD-01', 'CARD-03', 'CARD-14');
  await target.close();

  expect(code, stdout + stderr).toBe(1);
  const read = (name: string) => readFileSync(join(out, name), 'utf8');
  const allure = readdirSync(join(out, 'allure-results')).filter((name) => /\.(json|txt)$/.test(name));
  const reports = ['index.html', 'junit.xml', 'summary.md', ...allure.map((name) => join('allure-results', name))];
  for (const [name, text] of [
    ['terminal', stdout + stderr],
    ...reports.map((name) => [name, read(name)] as const),
  ] as const)
    expect(unseen.exec(text)?.[0], name).toBeUndefined();
  expect(stdout).toContain('\\u001b[2J');
  expect(read('index.html')).not.toMatch(/<script>alert|<img src=x/);
  expect(read('junit.xml')).not.toMatch(/<script|<img|\]\]>/);
  expect(stdout + stderr).not.toMatch(/^::error/m);
  expect(read('summary.md')).not.toMatch(/^::error|^```\s*$[^`]*<script>alert/m);
});

test('a list longer than anybody keeps decides nothing, and is named as that', async ({}, info) => {
  const endless = Buffer.alloc(20 * 1024 * 1024, 32);
  const target = await gateway((path) =>
    path.startsWith('/v2/card') && !path.startsWith('/v2/card/') ? endless : undefined,
  );
  const out = info.outputPath('report');

  const { code, stdout, stderr } = await certify(target.url, out, '--only', 'CARD-14');
  await target.close();

  const { requirements } = JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
  expect(code, stdout + stderr).toBe(3);
  expect(requirements.find(({ id }) => id === 'CARD-14')).toMatchObject({
    verdict: 'untested',
    reason: expect.stringContaining('a body longer than the 8388608 bytes that are kept'),
  });
});

test('a login that hands out a token of two lines ends the run with 3 and says so', async ({}, info) => {
  const target = await gateway((path) =>
    path.startsWith('/v3/auth/token') ? '{"access":{"token":"a\\r\\nb"}}' : undefined,
  );

  const { code, stdout, stderr } = await certify(target.url, info.outputPath('report'), '--only', 'CARD-14');
  await target.close();

  expect(code).toBe(3);
  expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toContain('a header cannot carry its access token');
});

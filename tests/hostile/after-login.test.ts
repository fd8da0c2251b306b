// The real command against targets that answer the login and then misbehave: it ends with the right exit code, names the cause, writes reports that
// can be opened, and leaves no process and no connection behind.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { XMLValidator } from 'fast-xml-parser';
import { parse, stringify } from 'yaml';
import { startReference } from '../../reference/service.ts';
import { root } from '../cli/command.ts';
import { isThere, startGroup } from '../cli/group.ts';
import { mergePatch } from '../merge-patch.ts';

test.describe.configure({ timeout: 600_000 });

type Treat = (asked: IncomingMessage, answer: ServerResponse) => void;

/** A target that logs in as the reference service does, and leaves every other request to `treat`. */
async function hostileTo(treat: Treat) {
  const service = await startReference();
  const server = createServer((asked, answer) => {
    if (!asked.url?.startsWith('/v3/auth/token')) return treat(asked, answer);
    const { method, headers } = asked;
    const onward = request(service.url + asked.url, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const connections = promisify<number>((then) => server.getConnections(then));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await service.close();
    },
  };
}

const limited = JSON.stringify({ name: 'Too Many Requests', message: 'Not now.', code: 0, status: 429 });

const targets: Readonly<Record<string, readonly [treat: Treat, cause: RegExp]>> = {
  'never answers': [() => {}, /answers logins and nothing else: GET .* no response within 2000 ms/],
  'limits everything for ever': [
    (_, answer) => answer.writeHead(429, { 'content-type': 'application/json', 'retry-after': '3600' }).end(limited),
    /GET \/v2\/card answered 429/,
  ],
  'resets every connection': [(asked) => void asked.socket.resetAndDestroy(), /dropped: the connection ended/],
};

for (const [what, [treat, cause]] of Object.entries(targets)) {
  test(`a target that ${what} once it has let us in`, async ({}, info) => {
    const target = await hostileTo(treat);
    const out = info.outputPath('report');
    const profile = info.outputPath('profile.yaml');
    const plain = parse(readFileSync(join(root, 'reference/profile.yaml'), 'utf8'));
    writeFileSync(profile, stringify(mergePatch(plain, { target: { timeouts: { response: 2000 } } })));

    const run = startGroup([
      ...['certify', '--target', target.url, '--profile', profile, '--out', out],
      ...['--depth', 'quick', '--only', 'CARD-14'],
    ]);
    const ended = await run.ended;

    expect(ended, run.said()).toBe(3);
    const read = (name: string) => readFileSync(join(out, name), 'utf8');
    expect(run.said() + read('verdict.json')).toMatch(cause);
    expect(XMLValidator.validate(read('junit.xml'))).toBe(true);
    expect(read('index.html')).toContain('</html>');
    const json = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
    expect(json).toContain('verdict.json');
    for (const name of json) expect(() => JSON.parse(read(name)), name).not.toThrow();
    expect(isThere(run.child)).toBe(false);
    await expect.poll(target.connections).toBe(0);
    await target.close();
  });
}

// From a browser to a verdict, as docs/replay.md describes it: a page that uses the API, the HAR file that the browser saves, the commands.
import { readFileSync, writeFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startReference } from '../../../reference/service.ts';
import { expect, browserTest as test } from '../../browser.ts';
import { assay } from '../../cli/command.ts';
import { actors } from '../flow.ts';
import { otherInstance } from '../other-instance.ts';

const application = (actor: {
  username: string;
  password: string;
}) => `<!doctype html><link rel="icon" href="data:,"><script>
  let authorization = 'Basic ' + btoa(${JSON.stringify(`${actor.username}:${actor.password}`)});
  const call = async (method, path, body) => {
    const headers = { accept: 'application/json', authorization };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const answer = await fetch('/api' + path, { method, headers, body: body && JSON.stringify(body) });
    return answer.json();
  };
  const use = async () => {
    const { access } = await call('POST', '/v3/auth/token', { fingerprint: 'a-browser' });
    authorization = 'Bearer ' + access.token;
    const [cards] = await Promise.all([call('GET', '/v2/card'), call('GET', '/v2/webhook'), call('GET', '/v2/webhook/event')]);
    const card = cards.find(({ status, permissions }) => status === 'ACTIVE' && permissions.canSetLimits);
    await Promise.all([call('GET', '/v2/card/' + card.id), call('GET', '/v1/card/' + card.id), call('GET', '/v1/card/' + card.id + '/limits')]);
    await call('POST', '/v2/card/' + card.id + '/credentials', { fields: ['pan', 'cvv'] });
    const { data } = await call('POST', '/v2/beneficiary', {
      bank_details_type: 'DEFAULT', entity_type: 'company', company_name: 'Made-up Trading Ltd', name: 'Made-up beneficiary',
      currency_id: 'EUR', bank_country: 'DE', iban: 'DE00000000000000000001',
    });
    await Promise.all([call('GET', '/v1/beneficiary/' + data.id), call('GET', '/v1/beneficiary/' + data.uuid)]);
    await call('GET', '/v2/payment/999999999');
    document.title = 'done';
  };
  use().catch((error) => { document.title = String(error); });
</script>`;

/** The page, and the API below `/api`, from one origin. */
const hosted = async (api: string): Promise<{ readonly url: string; close(): Promise<unknown> }> => {
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/api')) {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(application(actors.full));
      return;
    }
    const { method, headers } = request;
    const onward = ask(api + request.url.slice('/api'.length), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};

interface Fields {
  headers: { readonly name: string }[];
}

/** As browsers save the file by default, without sensitive data. */
const sanitized = (path: string): void => {
  const har = JSON.parse(readFileSync(path, 'utf8')) as { log: { entries: { request: Fields; response: Fields }[] } };
  for (const message of har.log.entries.flatMap(({ request, response }) => [request, response]))
    message.headers = message.headers.filter(({ name }) => !/^(?:authorization|cookie|set-cookie)$/i.test(name));
  writeFileSync(path, JSON.stringify(har));
};

test('a HAR file saved in a browser leads to a verdict by the commands of the documentation', async ({
  browser,
}, info) => {
  const output = (name: string) => info.outputPath(name);
  const recorded = await startReference({ port: 0, seed: 1 });
  const application = await hosted(recorded.url);
  const context = await browser.newContext({ recordHar: { path: output('traffic.har') } });
  const tab = await context.newPage();
  await tab.goto(application.url);
  await expect(tab).toHaveTitle('done');
  await context.close();
  await application.close();
  await recorded.close();
  sanitized(output('traffic.har'));
  const [sound, changed] = await Promise.all([
    startReference({ port: 0, seed: 1, seams: otherInstance }),
    startReference({ port: 0, seed: 1, fault: 'legacy-holder-shortened' }),
  ]);
  const replay = (url: string, out: string, ...more: string[]) =>
    assay(['replay', output('traffic.har'), '--target', url, '--out', output(out), ...more], {
      ASSAY_USERNAME: actors.full.username,
      ASSAY_PASSWORD: actors.full.password,
    });

  const planned = await replay(sound.url, 'planned', '--dry-run');
  const safe = await replay(sound.url, 'safe', '--safe');
  const [passed, failed] = await Promise.all([replay(sound.url, 'passed'), replay(changed.url, 'failed')]);
  await Promise.all([sound.close(), changed.close()]);

  expect(planned.stdout).toContain(`- ${application.url}/api\n`);
  expect(planned.stdout).toMatch(/recorded: credentials left out\n\s+actsAs: full/);
  expect(planned.stdout).toMatch(/from: createBeneficiary \/data\/id\n\s+to: readBeneficiary path id/);
  expect([safe.stdout, safe.code]).toEqual([expect.stringContaining('2 filtered: it may change something'), 0]);
  expect(safe.stdout).toContain(
    'readBeneficiary status: another status 2 times (consequence: createBeneficiary was left out',
  );
  expect([passed.stdout, passed.code]).toEqual([expect.stringContaining('13 exchanges recorded = 12 sent + 1'), 0]);
  expect([failed.stdout, failed.code]).toEqual([
    expect.stringContaining('✗ readCardV1  /cardholder_name  another value'),
    1,
  ]);
});

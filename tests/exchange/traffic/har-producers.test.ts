// HAR files that a browser writes, in each of its modes, of known traffic.

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, browserTest as test } from '../../browser.ts';
import { answerOf, bodyText, exchangesOf, read, troubleOf } from './reading.ts';

const page = `<!doctype html><script>
  const done = async () => {
    await fetch('/json', { method: 'POST', body: JSON.stringify({ asked: 'ü' }), headers: { 'content-type': 'application/json' } });
    await fetch('/form', { method: 'POST', body: new URLSearchParams({ 'a b': 'c&d' }) });
    await fetch('/binary');
    await fetch('/none', { method: 'DELETE' });
    await fetch('/broken').then((answer) => answer.text()).catch(() => {});
    await fetch('data:text/plain,hello');
    const controller = new AbortController();
    const aborted = fetch('/never', { signal: controller.signal }).catch(() => {});
    setTimeout(() => controller.abort(), 100);
    await aborted;
    document.title = 'done';
  };
  done();
</script>`;

const serve = async () => {
  const server = http.createServer((request, response) => {
    request.resume();
    if (request.url === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    else if (request.url === '/json') {
      const packed = gzipSync('{"answered":"é"}');
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'set-cookie': ['a=1', 'b=2'],
      });
      response.end(packed);
    } else if (request.url === '/binary') response.end(Buffer.from([0, 255, 254, 1]));
    else if (request.url === '/none') response.writeHead(204).end();
    else if (request.url === '/broken') {
      response.writeHead(200, { 'content-length': 100, 'content-type': 'application/json' });
      response.write('{"half":');
      setTimeout(() => response.destroy(), 50);
    } else if (request.url !== '/never') response.end('{"form":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

for (const [content, mode] of [
  ['embed', 'full'],
  ['attach', 'full'],
  ['embed', 'minimal'],
  ['omit', 'full'],
] as const) {
  test(`what a browser saves with bodies ${content} and everything ${mode} is read as it was`, async ({
    browser,
  }, info) => {
    const { server, url } = await serve();
    const path = info.outputPath('t.har');
    const context = await browser.newContext({ recordHar: { path, content, mode } });
    const tab = await context.newPage();
    await tab.goto(url);
    await expect(tab).toHaveTitle('done');
    await context.close();
    server.closeAllConnections();
    server.close();

    const items = await read(path);
    const exchanges = exchangesOf(items);
    const of = (name: string) => exchanges.find(({ request }) => request.url === url + name);
    expect(of('/json')?.request.method).toBe('POST');
    expect(of('/never')?.outcome?.kind).toBeUndefined();
    expect(of('/broken')?.outcome?.kind === 'answered' && answerOf(of('/broken')).cut !== true).toBe(false);
    expect(answerOf(of('/none'))).toMatchObject({ status: 204, text: '' });
    expect(answerOf(of('/none')).cut).toBeUndefined();
    expect(troubleOf(items).filter((reason) => !reason.includes('data: address'))).toEqual([]);
    if (content === 'omit') {
      expect(answerOf(of('/json')).cut).toBe(true);
      return;
    }
    expect(answerOf(of('/json')).text).toBe('{"answered":"é"}');
    expect(bodyText(of('/json')?.request.body)).toBe('{"asked":"ü"}');
    expect(bodyText(of('/form')?.request.body)).toBe('a+b=c%26d');
    const binary = of('/binary')?.outcome;
    expect(binary?.kind === 'answered' && [...binary.response.body]).toEqual([0, 255, 254, 1]);
  });
}

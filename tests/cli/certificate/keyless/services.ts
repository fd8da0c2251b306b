// Sigstore's services on loopback, with keys of their own, and a CI that gives tokens to its jobs.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestInfo } from '@playwright/test';
import { authority, pair, token } from './authority.ts';
import { log } from './log.ts';
import { trustRoot } from './trust-root.ts';

interface Services extends AsyncDisposable {
  /** The environment of a job that has this identity. */
  job(identity: string, issuer: string): Readonly<Record<string, string>>;
  /** The environment of somebody who verifies, and who trusts only these services. */
  readonly gate: Readonly<Record<string, string>>;
}

export async function services(info: TestInfo, name: string): Promise<Services> {
  const ci = pair();
  const [vouching, keeping] = [authority(ci.publicKey), log()];
  const trusted = trustRoot(vouching, keeping);
  const answers: Readonly<Record<string, (request: string) => object | undefined>> = {
    '/api/v2/signingCert': vouching.answer,
    '/api/v1/log/entries': keeping.answer,
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const asked = request.url ?? '';
    const answered = answers[asked]?.(body);
    const content = answered === undefined ? trusted[asked] : JSON.stringify(answered);
    response.writeHead(content === undefined ? 404 : answered === undefined ? 200 : 201, {
      'content-type': 'application/json',
    });
    response.end(content);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const root = info.outputPath(`${name}-root.json`);
  writeFileSync(root, trusted['/root.json'] ?? '');
  return {
    job: (sub, iss) => ({
      SIGSTORE_FULCIO_URL: url,
      SIGSTORE_REKOR_URL: url,
      SIGSTORE_ID_TOKEN: token({ sub, iss, exp: Math.floor(Date.now() / 1000) + 600 }, ci.privateKey),
    }),
    // The package stores what it has fetched in the home directory of the user.
    gate: { TUF_MIRROR: url, TUF_ROOT_JSON: root, HOME: info.outputPath(`${name}-home`) },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

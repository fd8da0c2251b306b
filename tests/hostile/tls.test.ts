// The real command against targets whose TLS cannot be trusted or does not work: no verdict, the cause in a line, nothing sent.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { expect, test } from '@playwright/test';
import { assay } from '../cli/command.ts';
import { createAuthority } from '../exchange/client/certificates.ts';

const authority = createAuthority('tests');
const halfAnHourAgo = -0.5;

interface Untrusted {
  readonly options?: https.ServerOptions;
  readonly isTrustedAuthority?: boolean;
  readonly cause: RegExp;
}

const sound = authority.issue('localhost', '127.0.0.1');
const oldest = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

const targets: Readonly<Record<string, Untrusted>> = {
  'a certificate that has expired': {
    options: pemOf(authority.issue('localhost', '127.0.0.1', halfAnHourAgo)),
    cause: /certificate has expired/,
  },
  'a certificate for another name': {
    options: pemOf(authority.issue('elsewhere.example')),
    cause: /not in the cert|does not match/,
  },
  'a certificate of nobody known': {
    options: pemOf(sound),
    isTrustedAuthority: false,
    cause: /unable to verify the first certificate/,
  },
  'an old version of TLS alone': {
    options: { ...pemOf(sound), ...oldest },
    cause: /alert protocol version|unsupported protocol/,
  },
  'no TLS at all': { cause: /wrong version number|packet length too long/ },
};

for (const [what, { options, isTrustedAuthority = true, cause }] of Object.entries(targets))
  test(`${what} ends with exit 3 and its cause`, async ({}, info) => {
    let asked = 0;
    const server: Server = options ? https.createServer(options) : http.createServer();
    server.on('request', () => {
      asked += 1;
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [profile, ca] = [info.outputPath('profile.yaml'), info.outputPath('ca.pem')];
    writeFileSync(ca, authority.certificate);
    writeFileSync(
      profile,
      `target: { url: '${url}'${isTrustedAuthority ? `, tls: { ca: '${ca}' }` : ''} }
users: { full: { username: somebody, password: something } }
`,
    );

    const { code, stdout, stderr } = await assay(['certify', '--profile', profile, '--depth', 'quick']);
    await new Promise((closed) => server.close(closed));

    const said = stdout + stderr;
    expect(code, said).toBe(3);
    const [told = ''] = said.replaceAll(/\s+/g, ' ').split(' report ');
    expect(told).toMatch(cause);
    expect(told).toMatch(/ was reached, but no trusted TLS connection could be made: [^:]+ failed \(tls: [^)]+\)\./);
    expect(asked).toBe(0);
  });

function pemOf({ certificate, key }: { readonly certificate: string; readonly key: string }) {
  return { cert: certificate, key };
}

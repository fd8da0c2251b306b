// Secrets are planted in HAR files, and others in the answers of a candidate and of a good build. None of them, in any form, is in anything that a
// check or a replay with differences writes or prints.
import { readFileSync, writeFileSync } from 'node:fs';
import type http from 'node:http';
import { expect, test } from '../../exchange/fixtures.ts';
import { foundBelow, foundIn } from '../../exchange/redaction/canaries.ts';
import { assay } from '../command.ts';
import { canary, givenAway, harOf, headersGivenAway, planted, redactionRules, requestsGivingAway } from './planted.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

/** Accepts every login, and answers everything else with secrets of its own. */
const givingAway = (): http.RequestListener => {
  const [members, headers] = [givenAway(), headersGivenAway()];
  const access = { token: canary('Access'), expiresIn: 900, expiredAt: 4_000_000_000 };
  const tokens = { access, refresh: { token: canary('Refresh') } };
  return (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(request.url?.startsWith('/v3/auth') ? tokens : members));
  };
};

test('what is judged and what is replayed with differences holds none of what names give away', async ({ web }) => {
  test.setTimeout(180_000);
  const [candidate, good] = [await web(givingAway()), await web(givingAway())];
  const [hars, profile] = [[output('of-contract.har'), output('elsewhere.har')], output('profile.yaml')];
  const sent = requestsGivingAway();
  const ofContract = sent.map(([path, type, body], index) => {
    if (index === 0) return [path.replace(/^.*?\?/, '/v2/card?'), type, body] as const;
    return ['/v2/beneficiary', type, body] as const;
  });
  for (const [index, requests] of [ofContract, sent].entries()) writeFileSync(hars[index]!, harOf(requests));
  const users = `users: { full: { username: somebody@example.com, password: ${canary('Password')} } }`;
  writeFileSync(profile, `${users}\n${redactionRules}`);

  const target = 'https://target.example';
  const checked = await assay([
    'check',
    ...hars,
    '--target',
    target,
    '--profile',
    profile,
    '--out',
    output('wrote', 'c'),
  ]);
  const replaying = ['replay', ...hars, '--target', candidate.url, '--profile', profile, '--user', '*=full'];
  const saving = ['--save-plan', output('wrote', 'plan.yaml'), '--save-noise', output('wrote', 'noise.json')];
  const different = await assay([...replaying, '--out', output('wrote', 'd')]);
  const beside = await assay([...replaying, '--baseline', good.url, ...saving, '--out', output('wrote', 'r')]);
  const planned = await assay([...replaying, '--dry-run', '--json']);

  const said = [checked, different, beside, planned].map(({ stdout, stderr }) => stdout + stderr).join('\n');
  expect([checked.code, different.code, beside.code, planned.code], said).toEqual([1, 1, 0, 0]);
  for (const written of ['d/replay.json', 'r/replay.json', 'noise.json'])
    expect(readFileSync(output('wrote', written), 'utf8')).toContain('"/newPassword"');
  expect(readFileSync(output('wrote', 'd', 'index.html'), 'utf8')).toContain('/newPassword');
  expect(foundIn(Buffer.from(said), planted)).toEqual([]);
  expect(foundBelow(output('wrote'), planted)).toEqual([]);
  expect(planted.length).toBeGreaterThan(150);
});

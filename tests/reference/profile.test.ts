// The profile of the reference service fits the service, its users, its data and the schema of profiles.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { routes } from '../../reference/http/routes.ts';
import { receiverUrl, variantList } from '../../reference/service.ts';
import { standing } from '../../reference/settings.ts';
import { createData } from '../../reference/store/data.ts';
import { users } from '../../reference/users.ts';
import { loadProfile } from '../../subject/profile/profile.ts';
import { mergePatch } from '../merge-patch.ts';
import type { Loose } from './acting.ts';

const path = new URL('../../reference/profile.yaml', import.meta.url);
const profile = parse(readFileSync(path, 'utf8')) as Loose;

test('it loads', () => {
  expect(() => loadProfile(path.pathname, { ASSAY_TARGET: 'http://127.0.0.1:1' })).not.toThrow();
});

test('its users are those of the service', () => {
  for (const [name, given] of Object.entries<Loose>(profile.users)) {
    const user = users.find((known) => known.name === name)!;
    expect(given).toMatchObject({ username: user.username, password: user.password });
    expect([user.smsCode, user.totpSecret]).toContain(given.mfa.code.fixed ?? given.mfa.code.totp);
  }
  const guarded = routes.filter((route) => route.guarded).map(({ operation }) => operation);
  expect(profile.users.restricted.forbidden.toSorted()).toEqual(guarded.toSorted());
});

test('its payments are what it says of them, whatever the seed', () => {
  for (const seed of [1, 99]) {
    const { payments } = createData(seed, {}).accounts.get('full')!;
    const { drafts, cancellable, notCancellable, others } = profile.fixtures.payments;
    expect(drafts).toHaveLength(400);
    expect(cancellable).toHaveLength(300);
    for (const uuid of drafts) expect(payments.byUuid(uuid)?.status).toBe('draft');
    for (const id of cancellable) expect(['new', 'compliance']).toContain(payments.find(String(id))?.status);
    for (const id of [...notCancellable, ...others]) expect(payments.find(String(id))).toBeDefined();
  }
});

test('its foreign things belong to somebody else', () => {
  const data = createData(1, {});
  const [own, other] = [data.accounts.get('full')!, data.accounts.get('second')!];
  for (const kind of ['payments', 'beneficiaries'] as const) {
    for (const id of profile.fixtures.foreign[kind]) {
      expect(own[kind].find(String(id))).toBeUndefined();
      expect(other[kind].find(String(id))).toBeDefined();
    }
  }
  const wallets = other.wallets.map(({ uuid }) => uuid);
  expect(wallets).toEqual(expect.arrayContaining(profile.fixtures.foreign.wallets));
});

test('its limits and receiver are those of the service', () => {
  for (const [operation, { count, window }] of Object.entries(standing.limits)) {
    expect(profile.declares.rateLimits[operation]).toEqual({ requests: count, seconds: window / 1000 });
  }
  const { host, port, path: place } = profile.allow.webhookReceiver;
  expect(`http://${host}:${port}${place}`).toBe(receiverUrl);
});

test('each variant of it loads', () => {
  for (const { id, profile: patch } of variantList()) {
    const file = test.info().outputPath(`${id}.yaml`);
    writeFileSync(file, stringify(mergePatch(profile, patch)));
    expect(() => loadProfile(file, { ASSAY_TARGET: 'http://127.0.0.1:1' }), id).not.toThrow();
  }
});

// The overlay of a target, applied to the contract, which is then what other tools see.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { declaredNames } from '../../subject/names.ts';
import { readProfile } from '../../subject/profile/profile.ts';
import { overlayOf } from '../../subject/start/overlay.ts';

// biome-ignore lint/suspicious/noExplicitAny: a parsed document, looked at as data
type Node = any;

const credentials = { ASSAY_USERNAME: 'ann', ASSAY_PASSWORD: 'secret' };

const contract = (): Node => parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'));

function laidUpon(profileText: string): Node {
  const profile = readProfile(profileText, 'assay.yaml', credentials);
  const { url, open, declares } = profile;
  const document = contract();
  for (const action of overlayOf({ url, names: declaredNames(open), success: declares.success }).actions) {
    const found = placesOf(document, action.target);
    expect(found.length, action.target).toBeGreaterThan(0);
    for (const { owner, key } of found) {
      if ('remove' in action) delete owner[key];
      else owner[key] = merged(owner[key], action.update);
    }
  }
  return document;
}

/** The places that a path leads to; the overlay uses only names, indices and `*` of JSONPath. */
function placesOf(document: Node, path: string): { owner: Node; key: string }[] {
  const steps = [...path.slice(1).matchAll(/\.(\w+)|\['([^']+)'\]|\[(\d+|\*)\]/g)].map((found) =>
    found.slice(1).find(Boolean),
  );
  let places: { owner: Node; key: string }[] = [{ owner: { $: document }, key: '$' }];
  for (const step of steps as string[]) {
    places = places.flatMap(({ owner, key }) => {
      const at = owner[key];
      return (step === '*' ? Object.keys(at) : step in at ? [step] : []).map((next) => ({ owner: at, key: next }));
    });
  }
  return places;
}

function merged(at: Node, update: Node): Node {
  if (typeof at !== 'object' || at === null || typeof update !== 'object') return update;
  const entries = Object.entries(update).map(([key, value]) => [key, merged(at[key], value)]);
  return { ...at, ...Object.fromEntries(entries) };
}

const odd = `
target: { url: http://127.0.0.1:9 }
open:
  statusFilter: filter[status]
  sortV1: order
  expand: { name: with, list: pipe }
  include: { name: show, list: brackets }
  smsField: { name: active, values: booleans }
  signToken: st
  memberFlag: silent
declares:
  success: { createBeneficiary: [201], calculateCardLimits: [201] }
`;

test('a name that is known becomes a parameter of its operation, and one that is not stays open', () => {
  const { paths } = laidUpon(odd);
  const named = (path: string) => paths[path].parameters?.map(({ name }: Node) => name);
  expect(named('/v2/card')).toEqual(['filter[status]']);
  expect(named('/v1/card')).toEqual(['order']);
  expect(named('/v2/payment/{id}')).toEqual(['with']);
  expect(named('/v1/card/{id}')).toEqual(['show[]']);
  expect(named('/v3/payment/sign')).toEqual(['st']);
  expect(named('/v2/member')).toEqual(['silent']);
  expect(named('/v2/auth/token')).toBeUndefined();
  expect(paths['/v2/payment/{id}'].parameters[0]).toMatchObject({
    in: 'query',
    style: 'pipeDelimited',
    explode: false,
  });
  expect(paths['/v2/card'].parameters[0].schema.enum).toContain('PROCESS');
});

test('a path that takes a parameter without a name has one operation, so that the parameter belongs to it alone', () => {
  const items = Object.values<Node>(contract().paths).map((item) => Object.values<Node>(item));
  const taking = items.filter((all) => all.some((node) => node['x-open-parameters']));
  expect(taking.map((all) => all.length)).toEqual(taking.map(() => 1));
});

test('address, field of the SMS notification and success statuses stand where tools look for them', () => {
  const document = laidUpon(odd);
  expect(document.servers[0].variables.base_url.default).toBe('http://127.0.0.1:9');
  const { required, properties } = document.components.schemas.SmsBalanceNotificationRequest;
  expect([required, properties.active.type]).toEqual([['active'], 'boolean']);
  const { content } = document.paths['/v2/card/{id}/sms-balance-notification'].patch.requestBody;
  expect(Object.values<Node>(content).map(({ example }) => example)).toEqual([{ active: true }, { active: true }]);
  const { responses } = document.paths['/v2/beneficiary'].post;
  expect(responses[201]).toEqual(contract().paths['/v2/beneficiary'].post.responses['2XX']);
  expect(responses['2XX']).toEqual({ $ref: '#/components/responses/Demand' });
  const calculate = document.paths['/v2/card/{id}/calculate/limits'].post.responses;
  expect(calculate).toEqual(contract().paths['/v2/card/{id}/calculate/limits'].post.responses);
});

test('of a target of which nothing is known the overlay tells the address alone', () => {
  const before = contract();
  before.servers[0].variables.base_url.default = 'http://127.0.0.1:9';
  expect(laidUpon('target: { url: http://127.0.0.1:9 }')).toEqual(before);
});

test('the overlay says which version it follows and what it is laid upon', () => {
  const profile = readProfile(odd, 'assay.yaml', credentials);
  const overlay = overlayOf({ url: profile.url, names: declaredNames(profile.open), success: {} });
  expect(overlay).toMatchObject({
    overlay: '1.0.0',
    extends: './node_modules/assay/openapi.yaml',
    info: { version: '1.0.0' },
  });
});

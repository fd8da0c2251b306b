// The contract excuses what another implementation, or one with other data, may do differently; what the contract shows has to be there.
import { expect, test } from '@playwright/test';
import { stringify } from 'yaml';
import type { Seams } from '../../../reference/http/seams.ts';
import { startReference } from '../../../reference/service.ts';
import { createLocate } from '../../../replay/compare/fields/located.ts';
import { inOpenPlaces, isConditional, underOpenStatus } from '../../../replay/shape/freedom.ts';
import { readProfile } from '../../../subject/profile/profile.ts';
import { actors, recordedFlow } from '../flow.ts';
import { startAnswering, writeMade } from '../made.ts';
import { authorization, tokens } from '../manifold.ts';
import { leftOver, replayed } from '../replaying.ts';

const locate = createLocate();

const excuse = (method: string, path: string, kind: 'added' | 'removed' | 'type', field: string, status = 200) =>
  inOpenPlaces(locate(method, path), status)({ kind, field, at: field, recorded: undefined, got: undefined }).lawful;

test('members are free where the contract shows none, and known ones may be new', () => {
  const [unsaid, known] = [
    'the contract does not describe this place',
    'the contract has this member, which other data may show',
  ];

  expect(excuse('GET', '/v2/card', 'added', '/*/orderInfo/delivery/city')).toBe(unsaid);
  expect(excuse('GET', '/v2/card', 'removed', '/*/orderInfo/delivery/city')).toBe(unsaid);
  expect(excuse('POST', '/v3/payment', 'removed', '/anything')).toBe(unsaid);
  expect(excuse('GET', '/v2/payment/1', 'added', '/merchant')).toBe(known);
  expect(excuse('GET', '/v2/card', 'added', '/*/colour')).toContain('forbids no further member');
  expect(excuse('GET', '/v2/card', 'added', '/colour', 401)).toContain('forbids no further member');
  expect(excuse('GET', '/v2/card', 'removed', '/*/permissions')).toBeUndefined();
  expect(excuse('GET', '/v1/card', 'added', '/*/version')).toBeUndefined();
  expect(excuse('POST', '/v3/payment', 'removed', '/message', 400)).toBeUndefined();
  expect(excuse('POST', '/v2/beneficiary', 'type', '/errors/*')).toBe(unsaid);
  expect(excuse('POST', '/v2/beneficiary', 'type', '/errors/*', 400)).toBe(unsaid);
  expect(excuse('POST', '/v2/beneficiary', 'type', '/errors')).toBeUndefined();
  expect(excuse('GET', '/v2/card', 'type', '/*/status')).toBeUndefined();
  expect(excuse('GET', '/v2/card', 'type', '/*/colour')).toBeUndefined();
  expect(isConditional('readCard', '/orderInfo/dispatchedAt')).toBe(true);
  expect(isConditional('readCard', '/status')).toBe(false);
});

test('another status of a refusal is excused where the profiles declare both for validation errors', () => {
  const under = (recorded: number, got: number) =>
    underOpenStatus({ declared: undefined, validation: [400, 422], areDemands: false })({
      ...{ kind: 'status', field: 'status', at: 'status', recorded, got },
    }).lawful;

  expect(under(400, 422)).toContain('validation errors');
  expect([under(404, 422), under(400, 404), under(200, 201)]).toEqual([undefined, undefined, undefined]);
});

/** Leaves the time of dispatch out of card details: of all of them, or of every second one. */
const withoutDispatch = (which: (count: number) => boolean): Seams => {
  let count = 0;
  return {
    around: {
      readCard: async (next, call) => {
        const answer = await next(call);
        count += 1;
        if (which(count)) delete (answer.body as { orderInfo: { dispatchedAt?: number } }).orderInfo.dispatchedAt;
        return answer;
      },
    },
  };
};

test('a member that the contract ties to a condition may be missing in some answers, not in all of them', async () => {
  const path = await recordedFlow({ actors: [actors.full] });
  const left = async (seams: Seams) => {
    const candidate = await startReference({ port: 0, seed: 2, seams });
    const result = await replayed({ url: candidate.url, recordings: [path], shape: {} });
    await candidate.close();
    return leftOver(result);
  };

  expect(await left(withoutDispatch((count) => count % 2 === 0))).toEqual([]);
  expect(await left(withoutDispatch(() => true))).toEqual(['readCard /orderInfo/dispatchedAt removed']);
});

const draft = (id: number, uuid: string) => ({ id, uuid, status: 'draft' });
const [ofRecorded, ofCandidate] = [
  draft(7031, '3cda48c0-13f2-4b40-aed8-e5c2e7acbe61'),
  draft(9031, '5c0e1a52-1c39-4a52-8a0e-0d9f4b6c2e11'),
];

for (const [named, other] of [
  ['uuid', 'id'],
  ['id', 'uuid'],
] as const)
  test(`a draft that the profiles name by its ${named} is known by its other name, which a recorded answer shows beside it`, async () => {
    const profileWith = (url: string, payment: typeof ofRecorded) =>
      readProfile(
        stringify({
          users: { full: { username: 'u@example.com', password: 'made-up' } },
          fixtures: { payments: { others: [payment[named]] } },
        }),
        undefined,
        {},
        { url },
      );
    const path = await writeMade(
      test.info().outputPath('made.ndjson'),
      [other, other, named].map((name) => ({
        path: `/v2/payment/${ofRecorded[name]}`,
        authorization,
        answer: ofRecorded,
      })),
    );
    const candidate = await startAnswering(({ url }) => ({ body: url.startsWith('/v3') ? tokens : ofCandidate }));

    const result = await replayed({
      url: candidate.url,
      recordings: [path],
      profile: profileWith(candidate.url, ofCandidate),
      shape: { recorded: profileWith(candidate.url, ofRecorded) },
    });
    await candidate.close();

    expect(candidate.asked.map(({ url }) => url).slice(1)).toEqual(
      [named, other, named].map((name) => `/v2/payment/${ofCandidate[name]}`),
    );
    expect(leftOver(result)).toEqual([]);
    expect(result.account).toMatchObject({ sent: 3, heldBack: 0 });
  });

test("what only the profiles name is asked for by the candidate's name", async () => {
  const profileWith = (url: string, payment: number, beneficiary: number) =>
    readProfile(
      stringify({
        users: { full: { username: 'u@example.com', password: 'made-up' } },
        fixtures: { beneficiaries: [beneficiary], payments: { others: [payment] } },
      }),
      undefined,
      {},
      { url },
    );
  const path = await writeMade(test.info().outputPath('made.ndjson'), [
    { path: '/v2/payment/700101', authorization, answer: { id: 700_101 } },
    { path: '/v1/beneficiary/5101', authorization, answer: { id: 5101 } },
  ]);
  const candidate = await startAnswering(({ url }) => ({
    body: url.startsWith('/v3') ? tokens : { id: Number(url.split('/').at(-1)) },
  }));

  const result = await replayed({
    url: candidate.url,
    recordings: [path],
    profile: profileWith(candidate.url, 880_101, 5201),
    shape: { recorded: profileWith(candidate.url, 700_101, 5101) },
  });
  await candidate.close();

  expect(candidate.asked.map(({ url }) => url).slice(1)).toEqual(['/v2/payment/880101', '/v1/beneficiary/5201']);
  expect(leftOver(result)).toEqual([]);
});

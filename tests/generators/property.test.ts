import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type Client, createClient } from '../../exchange/client/client.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { checkProperty, type Trial } from '../../generators/property.ts';
import { wordOf } from '../../generators/values/texts.ts';
import { statusOf } from '../../subject/answers.ts';
import { type Answer, refusal, type Service, startService } from './service.ts';

const open: { service?: Service; client?: Client } = {};

/** `patience`: milliseconds that an answer may take; a busy machine needs many. */
async function serve(answer: (text: string) => Answer, patience = 20_000): Promise<Service> {
  open.service = await startService(({ body }) => answer(body));
  open.client = createClient({ baseUrl: open.service.url, timeouts: { connect: 20_000, response: patience } });
  return open.service;
}

test.afterEach(async () => {
  await open.client?.close();
  await open.service?.close();
});

/** The service must refuse every text. */
async function refuses(text: string): Promise<Trial<Exchange>> {
  const exchange = await open.client!.send({
    method: 'POST',
    path: '/',
    headers: [['content-type', 'text/plain']],
    body: text,
  });
  if (exchange.outcome.kind === 'failed') {
    return { kind: 'unanswered', because: exchange.outcome.failure.kind, seen: exchange };
  }
  if (statusOf(exchange) === 400) return { kind: 'held' };
  return { kind: 'broken', mismatch: { expected: 'a refusal', got: String(statusOf(exchange)) }, seen: exchange };
}

const texts = wordOf('abcxyz', { least: 1, most: 60 });
const accepts: Answer = { status: 200, body: {} };

test('a property that holds tries as many cases as asked for', async () => {
  const service = await serve(() => refusal());

  const result = await checkProperty(texts, refuses, { seed: 1, runs: 100 });

  expect(result).toEqual({ kind: 'held', runs: 100 });
  expect(service.received).toHaveLength(100);
});

test('every kind of case is tried, however many there are', async () => {
  const service = await serve(() => refusal());
  const kinds = fc.constantFrom(...Array.from({ length: 16 }, (_, kind) => `kind ${kind}`));

  for (const seed of [1, 2, 3, 4, 5]) await checkProperty(kinds, refuses, { seed, runs: 20, kindOf: (kind) => kind });

  const bodies = service.received.map(({ body }) => body);
  for (let run = 0; run < 5; run += 1) expect(new Set(bodies.slice(20 * run, 20 * (run + 1))).size).toBe(16);
});

test('a planted defect is brought down to the exact bound', async () => {
  await serve((text) => (text.length > 35 ? accepts : refusal()));

  const result = await checkProperty(texts, refuses, { seed: 1, runs: 100 });

  expect(result).toMatchObject({
    kind: 'broken',
    counterexample: 'a'.repeat(36),
    mismatch: { expected: 'a refusal', got: '200' },
  });
});

test('the exchange that is shown is the one of the smallest case', async () => {
  await serve((text) => (text.includes('z') ? accepts : refusal()));

  const result = await checkProperty(texts, refuses, { seed: 3, runs: 100 });

  expect(result.kind === 'broken' && Buffer.from(result.exchange.request.body!).toString()).toBe('z');
});

test('the same seed finds the same case, however many requests are under way', async () => {
  await serve((text) => (text.length > 20 && text.includes('x') ? accepts : refusal()));

  const [one, many] = [
    await checkProperty(texts, refuses, { seed: 9, runs: 200, concurrency: 1 }),
    await checkProperty(texts, refuses, { seed: 9, runs: 200, concurrency: 16 }),
  ];

  expect(one.kind).toBe('broken');
  expect(many).toMatchObject(one.kind === 'broken' ? { counterexample: one.counterexample, path: one.path } : {});
});

test('seed and path lead to the counterexample with a single request', async () => {
  const service = await serve((text) => (text.length > 35 ? accepts : refusal()));
  const found = await checkProperty(texts, refuses, { seed: 5, runs: 100 });
  const before = service.received.length;

  const again = await checkProperty(texts, refuses, {
    seed: 5,
    runs: 100,
    path: found.kind === 'broken' ? found.path : '',
  });

  expect(again).toMatchObject({ kind: 'broken', counterexample: 'a'.repeat(36) });
  expect(service.received.length - before).toBe(1);
});

test('shrinking does not slip into another defect', async () => {
  await serve((text) => (text.length > 30 ? accepts : text.length > 3 ? refusal(409) : refusal()));
  const judged = async (text: string): Promise<Trial<Exchange>> => {
    const trial = await refuses(text);
    if (trial.kind !== 'broken') return trial;
    const expected = trial.mismatch.got === '200' ? 'no success' : 'status 400';
    return { ...trial, mismatch: { ...trial.mismatch, expected } };
  };
  const long = wordOf('ab', { least: 1, most: 60 });
  const first = fc.sample(fc.property(long, () => true) as unknown as fc.Arbitrary<[string]>, {
    seed: 2,
    numRuns: 1,
  })[0]![0];

  const result = await checkProperty(long, judged, { seed: 2, runs: 1 });

  const bound = first.length > 30 ? 31 : first.length > 3 ? 4 : undefined;
  expect(result.kind === 'broken' ? result.counterexample.length : undefined).toBe(bound);
});

test('shrinking sends no more than it may', async () => {
  const service = await serve(() => accepts);

  const result = await checkProperty(texts, refuses, { seed: 1, runs: 10, concurrency: 1, shrinkTries: 4 });

  expect(result.kind).toBe('broken');
  expect(service.received.length).toBeLessThanOrEqual(1 + 4);
});

test('what breaks only once is reported as it was met', async () => {
  let met = 0;
  await serve((text) => (text.length > 10 && met++ === 0 ? accepts : refusal()));

  const result = await checkProperty(texts, refuses, { seed: 1, runs: 100 });

  expect(result).toMatchObject({ kind: 'broken', shrinks: 0 });
  expect(result.kind === 'broken' && result.counterexample.length).toBeGreaterThan(10);
});

test('a target that is gone is given up after five silent exchanges', async () => {
  const service = await serve(() => refusal());
  await service.close();

  const result = await checkProperty(texts, refuses, { seed: 1, runs: 1000, concurrency: 2 });

  expect(result).toMatchObject({ kind: 'hopeless', because: 'refused' });
  expect(result.runs).toBeLessThan(10);
});

test('a single request that hangs is a failure of the target and is made smaller', async () => {
  await serve((text) => (text.includes('zz') ? 'hang' : refusal()), 1000);
  const rarely = fc.array(fc.constantFrom('a', 'b', 'c', 'zz'), { maxLength: 3 }).map((parts) => parts.join(''));

  const result = await checkProperty(rarely, refuses, { seed: 4, runs: 8, concurrency: 8 });

  expect(result).toMatchObject({
    kind: 'broken',
    counterexample: 'zz',
    mismatch: { expected: 'an answer', got: 'timeout' },
  });
});

const spent = { kind: 'spent', because: 'no more is allowed' } as const;

test('it stops when what it may use up is used up', async () => {
  const service = await serve(() => refusal());
  let left = 7;

  const result = await checkProperty(texts, async (text) => (left-- > 0 ? refuses(text) : spent), {
    seed: 1,
    runs: 100,
  });

  expect(result).toEqual({ kind: 'budget', runs: 7, because: 'no more is allowed' });
  expect(service.received).toHaveLength(7);
});

test('a kind of case that never shows anything leaves the property unproven', async () => {
  await serve(() => refusal());
  const cases = fc.constantFrom('a', 'b');
  const judged = async (text: string): Promise<Trial<Exchange>> => {
    const trial = await refuses(text);
    const seen = await open.client!.send({ method: 'GET', path: '/' });
    return text === 'b' ? { kind: 'unproven', because: 'its twin was refused', seen } : trial;
  };
  const options = { seed: 1, runs: 30 };

  expect(await checkProperty(cases, judged, { ...options, kindOf: (text) => text })).toMatchObject({
    kind: 'unproven',
    because: 'its twin was refused',
  });
  expect(await checkProperty(cases, judged, options)).toEqual({ kind: 'held', runs: 30 });
});

test('a kind of case that shows nothing by chance is drawn again', async () => {
  await serve(() => refusal());
  const cases = fc.constantFrom('a', 'b');
  const answer = await open.client!.send({ method: 'GET', path: '/' });
  let refusals = 3;
  const judged = async (text: string): Promise<Trial<Exchange>> =>
    text === 'b' && refusals-- > 0
      ? { kind: 'unproven', because: 'its twin was refused', seen: answer }
      : { kind: 'held' };

  const result = await checkProperty(cases, judged, { seed: 1, runs: 2, kindOf: (text) => text });

  expect(result).toMatchObject({ kind: 'held' });
  expect(refusals).toBeLessThan(0);
});

test('an error of the test itself is passed on once everything under way has ended', async () => {
  const service = await serve(() => refusal());
  let tried = 0;

  const broken = checkProperty(
    texts,
    async (text) => {
      if (++tried === 5) throw new Error('the test is wrong');
      return refuses(text);
    },
    { seed: 1, runs: 100 },
  );

  await expect(broken).rejects.toThrow('the test is wrong');
  const received = service.received.length;
  expect(received).toBeLessThan(20);
});

test('what showed nothing is unproven also when the allowance ends during it', async () => {
  const service = await serve(() => refusal());
  let left = 3;

  const result = await checkProperty(
    texts,
    async (text): Promise<Trial<Exchange>> => {
      if (left-- <= 0) return spent;
      const seen = await open.client!.send({ method: 'POST', path: '/', headers: [], body: text });
      return { kind: 'unproven', because: 'the twin was refused', seen };
    },
    { seed: 1, runs: 100, concurrency: 1 },
  );

  expect(result).toMatchObject({ kind: 'unproven', runs: 3, because: 'the twin was refused' });
  expect(service.received.length).toBeGreaterThan(0);
});

// Rules of a policy and their effects: which fields they name, what they excuse, and what is shown as one difference.
import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Seams } from '../../../reference/http/seams.ts';
import { startReference } from '../../../reference/service.ts';
import { isField } from '../../../replay/compare/fields/pattern.ts';
import { loadPolicy } from '../../../replay/excuses/policy.ts';
import { replayPage } from '../../../reports/replay/page.ts';
import { replaySummary } from '../../../reports/replay/terminal.ts';
import { actors, recordedFlow } from '../flow.ts';
import { leftOver, replayed } from '../replaying.ts';

for (const [pattern, names, others] of [
  ['/data/id', ['/data/id'], ['/data/ids', '/id']],
  ['/links*', ['/links', '/links/self', '/links2'], ['/data/links']],
  ['/*', ['/links', '/links/self'], ['status']],
  ['/*/traceId', ['/*/traceId', '/data/traceId'], ['/traceId', '/*/data/traceId']],
  ['**/traceId', ['/traceId', '/*/traceId', '/data/*/traceId'], ['/traceIds', '/traceId/more', 'header traceId']],
  ['**', ['/traceId', '/*/id', ''], ['status', 'header location']],
  ['header *', ['header location'], ['/header']],
  ['*', ['status', '/id', 'header link'], []],
] as const)
  test(`the pattern ${pattern} names ${names.join(', ')} and no other field`, () => {
    expect(names.filter((field) => !isField(pattern, field))).toEqual([]);
    expect(others.filter((field) => isField(pattern, field))).toEqual([]);
  });

const traced = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(traced);
  return typeof value === 'object' && value !== null ? { ...value, traceId: 'a trace' } : value;
};

/** Adds a member to every answer except credentials, which may contain only what was asked for. */
const withTraces: Seams = {
  around: {
    every: async (next, call) => {
      const answer = await next(call);
      const isOpen = 'body' in answer && call.operation !== 'readCardCredentials';
      return isOpen ? { ...answer, body: traced(answer.body) as never } : answer;
    },
  },
};

const played = async (policy?: string, seams = withTraces) => {
  const path = await recordedFlow({ actors: [actors.full] });
  const candidate = await startReference({ port: 0, seed: 1, seams });
  const file = test.info().outputPath('policy.yaml');
  if (policy !== undefined) writeFileSync(file, policy);
  const excuse = policy === undefined ? undefined : loadPolicy(file);
  const result = await replayed({ url: candidate.url, recordings: [path], ...(excuse && { excuse }) });
  await candidate.close();
  return result;
};

test('a new member anywhere is one rule, and what it excuses is counted as excused', async () => {
  const result = await played("allow: [{ operation: '*', field: '**', kind: added, because: traces are new }]");

  expect(leftOver(result)).toEqual([]);
  expect(result.outcomes.different).toBe(0);
  expect(result.outcomes.excused).toBeGreaterThan(10);
  expect(result.judgements.changedButConforms).toBe(0);
  expect(result.outcomes.equivalent + result.outcomes.excused).toBe(result.account.recorded);
});

test('what differs in many operations for one cause shows as one', async () => {
  const result = await played();
  const summary = replaySummary(result);

  expect(result.differences.length).toBeGreaterThan(10);
  expect(summary.match(/✗ \d+ operations {2}\*\*\/traceId {2}added/g)).toHaveLength(1);
  expect(summary.match(/^✗ .*traceId/gm)).toHaveLength(1);
});

/** Refuses every new beneficiary with the status of a success. */
const refusing: Seams = {
  around: {
    createBeneficiary: async (next, call) => {
      const errors = [{ field: 'iban', message: 'We do not serve this account.' }];
      return { ...(await next(call)), body: { errors, notice: [], data: null } };
    },
  },
};

const refused = (policy?: string) => played(policy, refusing);

test('what the candidate refuses is told in one line for its cause, with what could not follow', async () => {
  const result = await refused();
  const summary = replaySummary(result, { width: 200 });
  const page = replayPage(result);

  expect(leftOver(result)).toEqual(['createBeneficiary status status']);
  expect(result.differences[0]?.rejection).toEqual({
    by: 'candidate',
    status: 200,
    error: 'We do not serve this account.',
  });
  const said = 'the candidate refuses what the recording accepted: 200 "We do not serve this account.", 1 exchange';
  expect(summary).toContain(`✗ createBeneficiary  ${said}\n`);
  expect(page).toContain(said.replaceAll('"', '&quot;'));
  expect(Object.keys(result.account.because.heldBack)).toEqual([
    'it follows from createBeneficiary, which was not answered as recorded',
  ]);
});

/** Answers every call about cards and payments with another status. */
const answering = (statusOf: (status: number) => number, said?: (count: number) => string): Seams => {
  let count = 0;
  return {
    around: {
      every: async (next, call) => {
        const answer = await next(call);
        if (!('body' in answer) || !/Card|Payment/.test(call.operation)) return answer;
        count += 1;
        return { ...answer, status: statusOf(answer.status), ...(said && { body: { message: said(count) } }) };
      },
    },
  };
};

for (const [name, status, words] of [
  ['a breakdown', 503, 'breaks down'],
  ['a request for patience', 429, 'asks for patience'],
] as const)
  test(`${name} is told once, with what the candidate says, whatever was asked meanwhile`, async () => {
    const seams = answering(
      () => status,
      (count) => `busy for ${count} s`,
    );
    const summary = replaySummary(await played(undefined, seams), { width: 200 });

    expect(summary.match(/✗ .* {2}status {2}.*/g)).toEqual([
      expect.stringMatching(
        `✗ \\d operations  status  the candidate ${words}: ${status} "busy for \\d+ s"  \\d+ times, with \\d+ answers compared`,
      ),
    ]);
  });

test('the same other status in the place of the same one is told once, apart for what the contract forbids', async () => {
  const seams = answering((status) => (status === 200 ? 202 : status));
  const summary = replaySummary(await played(undefined, seams), { width: 200 });

  expect(summary.match(/✗ \d operations {2}status {2}another status: 200 → 202 /g)).toHaveLength(2);
  expect(summary.match(/judged +(no must of the contract|the contract forbids)/g)).toHaveLength(2);
});

test('leave for new members is none to refuse', async () => {
  const result = await refused("allow: [{ operation: '*', field: '**', kind: added, because: new members are fine }]");

  expect(leftOver(result)).toEqual(['createBeneficiary status status']);
  expect(result.status).toBe('failed');
});

test('what is excused for one reason is one line', async () => {
  const result = await played("allow: [{ operation: '*', field: '**', kind: added, because: traces are new }]");
  const summary = replaySummary(result, { width: 10_000 });

  expect(result.differences.length).toBeGreaterThan(10);
  expect(summary.match(/\(policy: traces are new\)/g)).toHaveLength(1);
  expect(summary).toMatch(/^ {4}\d+ operations \*\*\/traceId: added.* times \(policy: traces are new\)$/m);
});

// Observes how this target does what the specification leaves open about answers and requests.
import { type OperationId, operations } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { rawBodies } from '../../generators/defects/raw.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { userForLogins } from '../../harness/prepare/fresh-session.ts';
import { demandedMfa, statusOf, succeeded } from '../../subject/answers.ts';
import type { Api } from '../../subject/api.ts';
import { type SoundOperation, soundCall } from './support/sound-calls.ts';

const reading = [...operations.values()].filter(({ method, path }) => method === 'GET' && !path.includes('{'));
const writing: readonly SoundOperation[] = ['login', 'refreshSession', 'readCardCredentials', 'signPayments'];

requirement('ERR-30', 'success statuses other than the 201 stated are not shown', async (check) => {
  const statuses: string[] = [];
  const note = (id: OperationId, exchange: Exchange | undefined) => {
    if (exchange && succeeded(exchange)) statuses.push(`${id} ${statusOf(exchange)}`);
  };
  for (const { id } of reading) note(id, await check.api.call(id));
  for (const id of writing) {
    note(
      id,
      await unlessUntested(async () => {
        const { call, fields } = await soundCall(check, id);
        return check.api.call(id, { ...call, ...(id === 'refreshSession' ? { form: fields } : { json: fields }) });
      }),
    );
  }
  if (statuses.length === 0) check.untested('a success');
  check.observe(`successes have the statuses ${statuses.join(', ')}`);
});

requirement(
  'ERR-31',
  'the maximum request size, and what repeated keys and unknown fields in a request do, are not stated',
  async (check) => {
    const { api } = check;
    const as = userForLogins(api);
    const fields = { fingerprint: api.profile.users[as]?.fingerprint };
    const odd = rawBodies.filter(({ strength, breaks }) => strength === 'observe' || breaks === 'syntax');
    for (const raw of odd) {
      const exchange = await api.call('login', { as, raw: raw.of(fields) });
      check.observe(`a login with ${raw.breaks} (${raw.by}) is ${answerOf(exchange)}`);
    }
    const unknown = await api.call('login', { as, json: { ...fields, assay: 1 } });
    check.observe(`a login with an unknown field is ${answerOf(unknown)}`);
    check.observe(`the largest login that is not refused as too large has about ${await largest(api)} bytes`);
  },
);

const answerOf = (exchange: Exchange): string => {
  const isTaken = succeeded(exchange) || demandedMfa(exchange) !== undefined;
  return `${isTaken ? 'taken' : 'refused'} with ${statusOf(exchange) ?? 'no answer'}`;
};

const sizes = [1_000, 10_000, 100_000, 1_000_000];

async function largest(api: Api): Promise<number> {
  let taken = 0;
  for (const size of sizes) {
    const exchange = await api.call('login', {
      as: userForLogins(api),
      json: { fingerprint: 'a', assay: 'a'.repeat(size) },
    });
    if (statusOf(exchange) !== undefined && statusOf(exchange) !== 413) taken = size;
  }
  return taken;
}

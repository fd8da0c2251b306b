// The shape of a 401, on every operation and for every kind of missing or wrong credentials (Errors / rule 1).
import { randomUUID } from 'node:crypto';
import { type Operation, operations } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { anyInputOf } from '../../harness/prepare/any-input.ts';
import { statusOf } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { basic, bearer } from '../../subject/connection.ts';
import { acceptingAny } from './support/any-type.ts';

const guarded = [...operations.values()].filter(({ security }) => security !== 'none');

requirement('ERR-05', 'a 401 has the standard error shape', async (check) => {
  const tries = guarded.flatMap((operation) => wrongCredentials(check).map((wrong) => ({ operation, wrong })));
  const exchanges = await inParallel(tries, ({ operation, wrong }) => send(check, operation, wrong));
  if (!exchanges.some((exchange) => exchange && statusOf(exchange) === 401)) check.untested('an answer with 401');
});

/** The same wrong credentials for all operations, because the shape may differ for some of them. The judge checks each answer. */
const wrongCredentials = (check: Check): readonly Call[] => [
  { as: 'nobody' },
  ...acceptingAny(check).map((accepting): Call => ({ as: 'nobody', ...accepting })),
  { authorization: bearer(randomUUID()) },
  { authorization: basic({ username: `nobody-${randomUUID()}`, password: 'none' }) },
  { authorization: 'Bearer' },
  { authorization: `Digest username="${randomUUID()}"` },
];

const send = ({ api }: Check, { id }: Operation, wrong: Call): Promise<Exchange | undefined> =>
  unlessUntested(() => api.call(id, { ...anyInputOf(id, api.names), ...wrong }));

// The shapes of a 404 (Errors / shapes): each operation that names a thing is asked for things that do not exist. Other requirements test
// that this gives a 404; here the judge checks its shape.
import { randomInt, randomUUID } from 'node:crypto';
import type { OperationId } from '../../contract/operations.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import type { CheckBody } from '../../harness/declare/declaration.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { anyInputOf } from '../../harness/prepare/any-input.ts';
import { freshSession, undisturbed } from '../../harness/prepare/fresh-session.ts';
import { lookalikeOf } from '../../harness/prepare/lookalike.ts';
import { statusOf } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { isKnown, type Names } from '../../subject/names.ts';
import { acceptingAny } from './support/any-type.ts';

const ofCards = ['readCard', 'readCardV1', 'readCardLimitsV1', 'calculateCardLimits', 'readCardCredentials'] as const;

requirement(
  'ERR-09',
  'a 404 on card operations has the wrapped error shape',
  shownBy(...ofCards, 'setSmsBalanceNotification'),
);
requirement('ERR-10', 'a 404 on the beneficiary read has the wrapped error shape', shownBy('readBeneficiary'));
requirement('ERR-11', 'a 404 on the payment cancel has the wrapped error shape', shownBy('cancelPayment'));
requirement('ERR-12', 'a 404 on the payment read has the extended not-found shape', shownBy('readPayment'));
requirement(
  'ERR-13',
  'a 404 on the refresh has the string message, and no members that tell another shape',
  async (check) => {
    if ((await statusesFor(check, ['refreshSession'])).includes(404)) return;
    // A text without the format of a token may be answered as an invalid input.
    await undisturbed(check, async () => {
      const { refresh } = await freshSession(check);
      if (refresh === undefined) return check.untested('a refresh token');
      const send = (token: string) => check.api.call('refreshSession', { form: { token } });
      if (statusOf(await send(lookalikeOf(refresh))) === 404) return;
      // A target that checks a signature of its tokens answers only tokens that it issued as unknown, such as used ones.
      await send(refresh);
      if (statusOf(await send(refresh)) !== 404) check.untested('an answer with 404');
    });
  },
);

function shownBy(...asked: readonly OperationId[]): CheckBody {
  return async (check) => {
    if (!(await statusesFor(check, asked)).includes(404)) check.untested('an answer with 404');
  };
}

/** Their rows list no 404, so a 404 may have any of the shapes. */
requirement('ERR-17', 'a 4xx for which no shape is stated has no body or one of the six shapes', async (check) => {
  await statusesFor(check, ['signPayments', 'confirmMfa', 'setCardLimits']);
});

async function statusesFor(check: Check, ids: readonly OperationId[]): Promise<readonly (number | undefined)[]> {
  const calls = ids.flatMap((id) => callsFor(check, id).map((call) => [id, call] as const));
  const exchanges = await inParallel(calls, ([id, call]) => unlessUntested(() => check.api.call(id, call)));
  return exchanges.map((exchange) => exchange && statusOf(exchange));
}

/** A UUID, a number and a text that is neither, because a target may give the right shape for one form of id and a wrong one for another. */
function callsFor(check: Check, id: OperationId): readonly Call[] {
  const { names } = check.api;
  const any = acceptingAny(check);
  const unknown: readonly string[] = [
    randomUUID(),
    String(randomInt(900_000_000, 999_999_999)),
    `assay-${randomUUID()}`,
  ];
  switch (id) {
    case 'refreshSession':
      return [
        ...unknown.map((token) => ({ form: { token } })),
        ...any.map((how) => ({ form: { token: unknown[0] }, ...how })),
      ];
    case 'signPayments':
      return [{ query: { validate: 1 }, json: { id: unknown.slice(0, 1) } }];
    case 'confirmMfa':
      return unknown.map((requestId) => ({ path: { type: 'sms', requestId }, json: { code: '000000' } }));
  }
  const more = withMoreAsked(id, names);
  const [first = ''] = unknown;
  return [
    ...any.map((how) => ({ ...anyInputOf(id, names), path: { id: first }, ...how })),
    ...unknown.flatMap((one) => [
      { ...anyInputOf(id, names), path: { id: one } },
      ...(more === undefined ? [] : [{ path: { id: one }, open: more }]),
    ]),
  ];
}

/** Parameters that name another thing, because a target may look that up first and report its absence in another shape. */
function withMoreAsked(id: OperationId, { expand, include }: Names): Call['open'] | undefined {
  if (id === 'readPayment' && isKnown(expand)) return { expand: ['currency'] };
  if (id === 'readCardV1' && isKnown(include)) return { include: ['limits'] };
  return undefined;
}

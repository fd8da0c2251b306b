// Credentials are checked before anything else in a request (Errors, rule 1; RFC 9110, section 15.5.2).
import type { OperationId } from '../../contract/operations.ts';
import { nowhere } from '../../generators/ids.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import type { Call } from '../../subject/api.ts';
import { basic, bearer } from '../../subject/connection.ts';
import { isKnown } from '../../subject/names.ts';
import { toEach } from './support/requests.ts';

const notJson = { raw: { type: 'application/json', content: '{"fields": [' } };

requirement(
  'AUTH-14',
  'missing or invalid credentials give 401 also when the rest of the request is invalid (RFC 9110 section 15.5.2)',
  async (check) => {
    const { api } = check;
    const never = {
      bearer: bearer(crypto.randomUUID()),
      basic: basic({ username: `nobody-${crypto.randomUUID()}`, password: crypto.randomUUID() }),
    };
    const requests = invalidRequests(check);
    await toEach(check, [...requests.keys()], async (id) => {
      const authorization = isBasic(id) ? never.basic : never.bearer;
      await inParallel(requests.get(id) ?? [], async (input) => {
        expect(await api.call(id, { ...input, as: 'nobody' })).toBeRefused(401);
        expect(await api.call(id, { ...input, authorization })).toBeRefused(401);
      });
    });
  },
);

const isBasic = (id: OperationId): boolean => ['login', 'exchangeSignToken', 'confirmMfa'].includes(id);

/** For each operation, requests that would be refused even with right credentials. */
function invalidRequests({ api: { names } }: Check): ReadonlyMap<OperationId, readonly Call[]> {
  const status = (filter: typeof names.statusFilter) => (isKnown(filter) ? { [filter.value]: 'MELTED' } : {});
  const bodies: readonly Call[] = [{ json: {} }, notJson];
  const onNothing = bodies.map((body) => ({ ...body, path: { id: nowhere } }));
  return new Map<OperationId, readonly Call[]>([
    ['listCards', [{ query: status(names.statusFilter) }]],
    ['listCardsV1', [{ query: status(names.statusFilterV1) }]],
    ['readCardCredentials', onNothing],
    ['setSmsBalanceNotification', onNothing],
    ['signPayments', bodies.map((body) => ({ ...body, query: { validate: 7 } }))],
    ['createBeneficiary', bodies],
    ['inviteMember', bodies],
    ['login', bodies],
    ['exchangeSignToken', bodies],
    ['confirmMfa', bodies.map((body) => ({ ...body, path: { type: 'sms', requestId: nowhere } }))],
  ]);
}

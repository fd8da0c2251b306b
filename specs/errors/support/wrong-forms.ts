// Inputs of the token endpoints with a wrong format, and the target's answer to each.
import type { OperationId } from '../../../contract/operations.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { userForLogins } from '../../../harness/prepare/fresh-session.ts';
import { oncePerProcess } from '../../../harness/prepare/once.ts';
import { confirmingUsers, pendingDemand } from '../../../harness/prepare/second-factor.ts';
import type { Api, Call } from '../../../subject/api.ts';
import { known } from '../../../subject/names.ts';
import { acceptingAny } from './any-type.ts';

interface Wrong {
  readonly id: OperationId;
  /** The names of the wrong fields. */
  readonly fields: readonly string[];
  readonly call: Call;
}

export interface Answered {
  readonly wrong: Wrong;
  readonly exchange: Exchange;
}

export const answersToWrongForms = oncePerProcess(async (check): Promise<readonly Answered[]> => {
  const { api } = check;
  const all = [...logins(check), ...refreshes, ...exchanges(api), ...(await confirmations(check))];
  return inParallel(all, async (wrong) => ({ wrong, exchange: await api.call(wrong.id, wrong.call) }));
});

const noTexts = [undefined, '', 5, true, {}, ['a'], null];

function logins(check: Check): readonly Wrong[] {
  const as = userForLogins(check.api);
  const wrong = (call: Call): Wrong => ({ id: 'login', fields: ['fingerprint'], call: { as, ...call } });
  const long = 'a'.repeat(65);
  return [
    ...[...noTexts, long].map((fingerprint) => wrong({ json: { fingerprint } })),
    ...[{}, { fingerprint: '' }, { fingerprint: long }].map((form) => wrong({ form })),
    ...acceptingAny(check).map((how) => wrong({ json: { fingerprint: '' }, ...how })),
  ];
}

const refreshes = [{}, { token: '' }].map(
  (form): Wrong => ({ id: 'refreshSession', fields: ['token'], call: { form } }),
);

/** The sign token was never issued, so that nothing happens where a target overlooks the wrong format. */
function exchanges(api: Api): readonly Wrong[] {
  const as = userForLogins(api);
  const right = { signToken: 'assay-never-issued', fingerprintid: 'assay' };
  const flag = known(api.names.exchangeFlag);
  const bodies = noTexts.flatMap((value) => [
    { ...right, signToken: value },
    { ...right, fingerprintid: value },
  ]);
  const fields = Object.keys(right);
  return [
    ...bodies.map((json): Wrong => ({ id: 'exchangeSignToken', fields, call: { as, json } })),
    { id: 'exchangeSignToken', fields, call: { as, form: {} } },
    ...(flag === undefined
      ? []
      : [
          {
            id: 'exchangeSignToken',
            fields: [...fields, flag],
            call: { as, query: { [flag]: 2 }, json: right },
          } as const,
        ]),
  ];
}

/** Only a few, because a target may lock a user after some wrong codes. */
async function confirmations(check: Check): Promise<readonly Wrong[]> {
  const [user] = confirmingUsers(check);
  const demand = user && (await pendingDemand(check, user, 'unsentFactor'));
  if (!demand) return [];
  const { type, requestId } = demand.factor;
  return [undefined, '', '1234567', {}].map((code) => ({
    id: 'confirmMfa',
    fields: ['code'],
    call: { as: demand.user, path: { type, requestId }, json: { code } },
  }));
}

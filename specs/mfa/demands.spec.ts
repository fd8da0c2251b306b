// When a second factor is demanded, and how it is confirmed (Authentication, rules 5 and 8).
import { operationById } from '../../contract/operations.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { anyPendingDemand, demandOf, forExchange, signTokenOf } from '../../harness/prepare/second-factor.ts';
import { jsonOf, statusOf, textWithin } from '../../subject/answers.ts';
import { userNamesOf } from '../../subject/profile/profile.ts';
import { claimsOf } from '../../subject/session/tokens.ts';

requirement(
  'MFA-14',
  'when MFA is demanded, and how an mfaToken leads to the MFA request id, is not shown',
  async (check) => {
    const { observe, profile } = check;
    for (const user of userNamesOf(profile)) {
      const demand = await demandOf(check, user);
      if (demand === undefined) {
        observe(`nothing that was tried demands a second factor of users.${user}`);
        continue;
      }
      const { method, path } = operationById(demand.by);
      observe(`${method} ${path} demands a second factor of users.${user}, with ${statusOf(demand.exchange)}`);
      const claims = claimsOf(demand.mfaToken);
      observe(
        claims === undefined
          ? 'an mfaToken is no JWT'
          : `an mfaToken is a JWT with the claims ${Object.keys(claims).join(', ')}`,
      );
    }
  },
);

requirement(
  'MFA-16',
  'the values of the confirmation status, and whether a code or a sign token can be used twice, are not shown',
  async (check) => {
    const { api, observe } = check;
    const { user, factor } = await anyPendingDemand(check);
    const { type, requestId, code } = factor;
    const confirm = () => api.call('confirmMfa', { as: user, path: { type, requestId }, json: { code } });
    const first = await confirm();
    observe(`the status of a confirmation by ${type} is ${textWithin(jsonOf(first), 'status') ?? 'not there'}`);
    observe(`the same code, sent for the same request again, is answered with ${statusOf(await confirm())}`);
    const token = await signTokenOf(check, [user], 'login');
    const exchange = () => api.call('exchangeSignToken', { as: user, json: forExchange(token) });
    const used = [statusOf(await exchange()), statusOf(await exchange())];
    observe(`the older exchange answers one sign token, sent twice, with ${used.join(' and ')}`);
  },
);

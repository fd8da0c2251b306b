// The sign token of an invitation (Endpoints / Members / body, row signToken; Authentication, rule 5).
import { randomBytes, randomUUID } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import { accepted } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { sessionTokens } from '../../harness/prepare/fresh-session.ts';
import { lookalikeOf } from '../../harness/prepare/lookalike.ts';
import { demandIn, nearSignTokens, signTokenOfAnother } from '../../harness/prepare/second-factor.ts';
import { endlessInvitation, invitation, readingForms, wayOf } from './support/invitation.ts';

oneAfterAnother();

/** Values that a loose comparison finds equal to any text, or that a database may read as a search for any. */
const noTexts = [true, 1, {}, [true], { $ne: null }, { $gt: '' }];

const needsSignToken =
  'an invitation that needs a sign token is not accepted with one never issued or issued to another user';

const needed = 'an invitation that is not accepted without a sign token';

// A target may answer a wrong sign token as it answers a missing one.
requirement('MEM-11', needsSignToken, async (check) => {
  const { api } = check;
  await wayOf(check);
  const withoutToken = async () => {
    check.spend('inviteMembers');
    return api.call('inviteMember', { json: await invitation(check) });
  };
  // A target that demands no sign token need not check one.
  const without = await withoutToken();
  if (accepted(without) === undefined) check.untested(needed);
  // A target may stop demanding one from a user who confirmed a moment ago.
  const expectRefused = async (exchange: Exchange) => {
    if (accepted(exchange) === undefined && accepted(await withoutToken()) === undefined) check.untested(needed);
    expect(exchange).toBeNotCarriedOut();
  };
  const reading = await readingForms(check);
  const [ofSession, near] = await Promise.all([sessionTokens(check), nearSignTokens(check, 'inviteMember')]);
  const tokens = ofSession.map(([, token]) => token);
  const another = await signTokenOfAnother(check);
  const unconfirmed = demandIn(without, 'inviteMember', api.user)?.mfaToken;
  const never = [
    ...(another ? [another] : []),
    ...(unconfirmed ? [unconfirmed] : []),
    ...near,
    '',
    randomUUID(),
    randomBytes(24).toString('base64url'),
    lookalikeOf(tokens[0]!),
    ...tokens,
  ];
  await inParallel([...never, ...noTexts], async (signToken) => {
    const fields = { ...(await invitation(check)), signToken };
    await Promise.all([
      api.call('inviteMember', { json: fields }).then(expectRefused),
      ...(reading && typeof signToken === 'string'
        ? [reading.api.call('inviteMember', { form: { ...fields, signToken } }).then(expectRefused)]
        : []),
    ]);
  });
});

// When a target demands a second factor is not stated, and it may do so only sometimes. So JSON and forms are sent in an irregular order.
requirement('MEM-11', needsSignToken, 'none in a form', async (check) => {
  const reading = await readingForms(check);
  if (reading === undefined) return;
  const inForms: Exchange[] = [];
  for (const kind of ['json', 'form', 'form', 'json', 'form', 'json'] as const) {
    check.spend('inviteMembers');
    const exchange = await reading.api.call('inviteMember', { [kind]: await endlessInvitation(check) });
    if (kind === 'form') inForms.push(exchange);
    if ((accepted(exchange) === undefined) === (kind === 'json')) return;
  }
  for (const exchange of inForms) expect(exchange).toBeNotCarriedOut();
});

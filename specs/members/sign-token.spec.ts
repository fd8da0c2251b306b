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

/** Values that a loose comparison takes for equal to any text. */
const noTexts = [true, 1, {}, [true]];

const needsSignToken = `an invitation that needs a sign token is not accepted with one never issued or issued to another
  user, nor in a form without one`;

// A target may answer a wrong sign token as it answers none.
requirement('MEM-11', needsSignToken, async (check) => {
  const { api } = check;
  await wayOf(check);
  // A target that demands no sign token need not look at one.
  check.spend('inviteMembers');
  const without = await api.call('inviteMember', { json: await invitation(check) });
  if (accepted(without) === undefined) check.untested('an invitation that is not accepted without a sign token');
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
  await inParallel(never, async (signToken) => {
    const fields = { ...(await invitation(check)), signToken };
    expect(await api.call('inviteMember', { json: fields })).toBeNotCarriedOut();
    if (reading) expect(await reading.api.call('inviteMember', { form: fields })).toBeNotCarriedOut();
  });
  await inParallel(noTexts, async (signToken) => {
    const fields = { ...(await invitation(check)), signToken };
    expect(await api.call('inviteMember', { json: fields })).toBeNotCarriedOut();
  });
});

// When a second factor is demanded is not shown, and may be now and then: so JSON and forms are asked in turn, in no even order.
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

// Validating and signing drafts (Endpoints / Payments / POST v3 payment sign). The checks that sign come last, so that all others can use
// the same few drafts.
import { randomUUID } from 'node:crypto';
import { isUuid } from '../../contract/text/uuid.ts';
import { accepted } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { nearSignTokens, signTokenOfAnother } from '../../harness/prepare/second-factor.ts';
import { demandedMfa, succeeded } from '../../subject/answers.ts';
import {
  expectUnchanged,
  inWords,
  listsOf,
  listsOfEachWay,
  openDrafts,
  otherTokens,
  signedDrafts,
  signing,
  uuidsOf,
  validating,
} from './support/drafts.ts';
import { isOver, isThe, isUnsigned, signsNoOther, staysThePayment, uuidOf } from './support/payment.ts';
import {
  acceptedOnce,
  askedToSign,
  leftToSign,
  nonDrafts,
  saysAccepted,
  signedBehindDraft,
  signedNow,
  unsignableDrafts,
} from './support/signable.ts';

oneAfterAnother();

const several = 4;

requirement('PAY-52', 'validating drafts with validate 1 changes none of them', async (check) => {
  await check.retried(async () => {
    for (const list of listsOf(await openDrafts(check, several))) {
      const exchange = await check.api.call('signPayments', validating(uuidsOf(list)));
      if (accepted(exchange) !== undefined) check.untested('drafts that are accepted for validation');
      await expectUnchanged(check, list);
    }
  });
});

requirement(
  'PAY-50',
  'drafts are validated with validate 1 whether the sign token is missing or was never issued',
  async (check) => {
    await check.retried(async () => {
      for (const list of listsOf(await openDrafts(check, several))) {
        expect(await check.api.call('signPayments', validating(uuidsOf(list)))).toBeAccepted();
        for (const [, signToken] of await otherTokens(check)) {
          expect(await check.api.call('signPayments', validating(uuidsOf(list), { signToken }))).toBeAccepted();
        }
      }
    });
  },
);

const withoutToken = `signing with validate 0 and no sign token, or one never issued, is not accepted and leaves the drafts as they
  were, and a request with neither validate nor sign token leaves them so as well`;

requirement('PAY-54', withoutToken, async (check) => {
  await check.retried(async () => {
    for (const list of listsOfEachWay(await openDrafts(check, severalToChooseFrom))) {
      await acceptedOnce(check, list);
      const sign = async (open = {}) =>
        expect(await check.api.call('signPayments', signing(uuidsOf(list), open))).toBeNotCarriedOut();
      // First, while they are drafts: demands are got by signing without a token, and the token's name may be unknown.
      await sign();
      await check.api.call('signPayments', { json: { id: uuidsOf(list) } });
      const others = (await otherTokens(check)).map(([, token]) => token);
      const near = await nearSignTokens(check, 'signPayments');
      await inParallel(['', ...others, ...near], (signToken) => sign({ signToken }));
      await expectUnchanged(check, list);
    }
  });
});

const severalToChooseFrom = 8;

requirement(
  'PAY-72',
  'signing with validate 0 and the sign token of another user is not accepted and leaves the drafts as they were',
  async (check) => {
    const signToken = await signTokenOfAnother(check);
    if (signToken === undefined) return check.untested('a sign token of another user (users.mfa, users.second)');
    const list = await openDrafts(check, 1);
    await acceptedOnce(check, list);
    expect(await check.api.call('signPayments', signing(uuidsOf(list), { signToken }))).toBeNotCarriedOut();
    await expectUnchanged(check, list);
  },
);

const leftAlone =
  'a payment that is not a draft is left as it was by a sign request, and one that names it alone is not accepted';

requirement('PAY-56', leftAlone, async (check) => {
  await check.retried(async () => {
    const [draft] = await openDrafts(check, 1);
    await acceptedOnce(check, [draft!]);
    await inParallel(await nonDrafts(check), async (other) => {
      expect(await check.api.call('signPayments', validating([uuidOf(other)]))).toBeNotAccepted();
      expect(await askedToSign(check, [uuidOf(other)])).toBeNotAccepted();
      await expectUnchanged(check, [other]);
    });
  });
});

requirement(
  'PAY-57',
  'a sign request that names only an unknown payment, or only one whose canSign is false, is not accepted',
  async (check) => {
    await check.retried(async () => {
      const [draft] = await openDrafts(check, 1);
      await acceptedOnce(check, [draft!]);
      const unknown = [randomUUID(), ...check.profile.fixtures.foreign.payments.filter((id) => isUuid(id))];
      await inParallel([...unknown, ...uuidsOf(await unsignableDrafts(check))], async (id) => {
        expect(await check.api.call('signPayments', validating([id]))).toBeNotAccepted();
        expect(await askedToSign(check, [id])).toBeNotAccepted();
      });
    });
  },
);

requirement('PAY-59', 'a validate value other than 0 and 1 is refused', async (check) => {
  const [draft] = await openDrafts(check, 1);
  await acceptedOnce(check, [draft!]);
  for (const validate of ['2', '-1', '10', '0.5', 'maybe']) {
    const json = { id: [uuidOf(draft!)] };
    expect(await check.api.call('signPayments', { query: { validate }, json, confirmMfa: true })).toBeRefused();
  }
});

requirement(
  'PAY-60',
  'a sign request whose id is neither a list nor a UUID, or a list of something other than UUID strings, is not accepted',
  async (check) => {
    const [draft] = await openDrafts(check, 1);
    await acceptedOnce(check, [draft!]);
    const id = uuidOf(draft!);
    const noLists = ['no-uuid', 5, true, { first: id }];
    const noUuids = ['no-uuid', id.slice(0, -1), `${id}0`, 5, true, null, { uuid: id }, [id]];
    await inParallel([...noLists, ...noUuids.flatMap((entry) => [[entry], [id, entry]])], async (wrong) => {
      expect(await check.api.call('signPayments', validating(wrong))).toBeNotAccepted();
    });
  },
);

requirement('PAY-61', 'a sign request with an empty list of payments, or without one, is refused', async (check) => {
  const [draft] = await openDrafts(check, 1);
  await acceptedOnce(check, [draft!]);
  for (const json of [{ id: [] }, {}, { id: null }]) {
    expect(await check.api.call('signPayments', { query: { validate: 1 }, json, confirmMfa: true })).toBeRefused();
  }
});

const signsAll = `signing drafts with validate 0 and a valid sign token is accepted, signs all of them where it signs
  one (10 s allowed, and for more than two until none follows within 10 s), and signs no other draft`;

requirement('PAY-55', signsAll, async (check) => {
  const { exchange } = await signedDrafts(check);
  expect(exchange).toBeAccepted();
  expect(exchange).toAnswer(saysAccepted, 'ACCEPTED with data');
});

requirement(
  'PAY-74',
  'a sign token that came along with validate 1 is not used up by it, and signs afterwards',
  async (check) => {
    const { exchange, withShown } = await signedDrafts(check);
    if (accepted(exchange) !== undefined) check.untested('drafts that a new sign token signs');
    expect(withShown).toBeAccepted();
  },
);

// Where all payments still look unsigned, this target may never show a signature. Where only some do, these were forgotten.
requirement('PAY-55', signsAll, 'all alike', async (check) => {
  const { drafts } = await signedDrafts(check);
  if (drafts.length < 2) return;
  const left = await leftToSign(check);
  if (left.length < drafts.length) expect(uuidsOf(left)).toBeExactly([]);
});

requirement('PAY-55', signsAll, 'no other draft', async (check) => {
  for (const other of await signedNow(check, 'others')) expect(other.exchange).toSatisfy(() => isUnsigned(other));
});

requirement(
  'PAY-62',
  'a payment that was signed is, within 10 s, no longer a draft that can be signed',
  async (check) => {
    expect(uuidsOf(await leftToSign(check))).toBeExactly([]);
    const { as, drafts } = await signedDrafts(check);
    for (const draft of drafts) {
      const again = await check.api.call('signPayments', { ...validating([uuidOf(draft)]), as });
      expect(again).toBeNotAccepted();
    }
  },
);

requirement(
  'PAY-73',
  'canSign is true of drafts alone, on which signing works',
  'once they are signed',
  async (check) => {
    for (const payment of await signedNow(check)) expect(payment.exchange).toSatisfy(() => signsNoOther(payment));
  },
);

requirement('PAY-76', staysThePayment, 'signed', async (check) => {
  const { drafts } = await signedDrafts(check);
  for (const after of await signedNow(check)) {
    const before = drafts.find(({ id }) => id === after.id);
    if (before) expect(after.exchange).toSatisfy(() => isThe(before, after));
  }
});

requirement('PAY-56', leftAlone, 'behind a draft', async (check) => {
  const others = (await nonDrafts(check)).filter(isOver);
  if (others.length > 0 && (await signedBehindDraft(check, others))) await expectUnchanged(check, others);
});

requirement('PAY-54', withoutToken, 'by who has signed before', async (check) => {
  const { as } = await signedDrafts(check);
  const left = await unlessUntested(() => openDrafts(check, 1, { as }));
  if (left === undefined) return;
  expect(await check.api.call('signPayments', { ...signing(uuidsOf(left)), as })).toBeNotCarriedOut();
  await expectUnchanged(check, left);
});

const notStated =
  'what a sign request without validate does, and whether one bad payment in it stops the others, is not stated';

// It may sign, so it counts as signing.
requirement('PAY-63', notStated, 'without validate', async (check) => {
  const [draft] = await openDrafts(check, 1, { from: 'end' });
  check.spend('signDrafts');
  const exchange = await check.api.call('signPayments', { json: { id: [uuidOf(draft!)] } });
  const likeWhich =
    demandedMfa(exchange) !== undefined ? ', as with validate 0' : succeeded(exchange) ? ', as with validate 1' : '';
  check.observe(`without validate, and without a sign token, a sign request is ${inWords(exchange)}${likeWhich}`);
});

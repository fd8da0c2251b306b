// Sign requests that must not sign: validations, and requests that must be refused (Endpoints / Payments / POST v3 payment sign).
import { randomBytes, randomUUID } from 'node:crypto';
import { isUuid } from '../../contract/text/uuid.ts';
import { accepted } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { nearSignTokens, signTokenOfAnother } from '../../harness/prepare/second-factor.ts';
import { statusOf } from '../../subject/answers.ts';
import { known, type OpenValues } from '../../subject/names.ts';
import {
  expectUnchanged,
  listsOf,
  listsOfEachWay,
  onesOfOtherWallets,
  openDrafts,
  otherTokens,
  signing,
  uuidsOf,
  validating,
} from './support/drafts.ts';
import { uuidOf } from './support/payment.ts';
import { draftOfSecond } from './support/second.ts';
import {
  acceptedOnce,
  acceptedTogether,
  askedToSign,
  leftAlone,
  nonDrafts,
  spareSignToken,
  unsignableDrafts,
  withoutToken,
} from './support/signable.ts';

const several = 4;

/** A failed attempt has signed drafts. When the next one finds fewer, it is untested, so that the failure before it counts. */
const ofNoFewer = (check: Check) => {
  let most = 0;
  return <List>(lists: readonly List[]): readonly List[] => {
    if (lists.length < most) check.untested('as many drafts as in the attempt before');
    most = lists.length;
    return lists;
  };
};

requirement('PAY-52', 'validating drafts with validate 1 changes none of them', async (check) => {
  const whole = ofNoFewer(check);
  await check.retried(
    async () => {
      for (const list of whole(listsOf(await openDrafts(check, several)))) {
        const exchange = await check.api.call('signPayments', validating(uuidsOf(list)));
        // Drafts that are accepted alone may exceed the balance together.
        if (accepted(exchange) !== undefined && list.length === 1) {
          check.untested('drafts that are accepted for validation');
        }
        await expectUnchanged(check, list);
      }
    },
    { usesUp: true },
  );
});

const validatedWithout = 'drafts are validated with validate 1 whether the sign token is missing or was never issued';

// A target may look for drafts only among those of the first user. The second user may have no permission to sign.
requirement('PAY-50', validatedWithout, 'of the second user', async (check) => {
  await check.retried(async () => {
    const theirs = await draftOfSecond(check);
    const answer = theirs && (await check.api.call('signPayments', { ...validating(theirs.uuids), as: theirs.as }));
    if (answer && statusOf(answer) === 404) expect(answer).toBeAccepted();
  });
});

requirement('PAY-50', validatedWithout, async (check) => {
  await check.retried(async () => {
    for (const list of listsOf(await openDrafts(check, several))) {
      // A target may find header fields only in one spelling of their names.
      const validated = (open: OpenValues, place = 0) =>
        check.api.call('signPayments', {
          ...validating(uuidsOf(list), open),
          ...(place % 2 === 1 && { capitals: true }),
        });
      const others = (await otherTokens(check)).map(([, signToken]) => ({ signToken }));
      const answers = await inParallel([{}, ...others], validated);
      // Drafts that are accepted alone may exceed the balance together: then they are refused with a valid token too.
      const isRefused = list.length > 1 && answers.some((answer) => accepted(answer) !== undefined);
      const signToken = isRefused ? await spareSignToken(check) : undefined;
      if (isRefused && (signToken === undefined || accepted(await validated({ signToken })) !== undefined)) continue;
      for (const answer of answers) expect(answer).toBeAccepted();
    }
  });
});

requirement('PAY-54', withoutToken, async (check) => {
  await inParallel([signsNothing, signsNothingAsSecond], (ask) => ask(check));
});

async function signsNothing(check: Check): Promise<void> {
  const whole = ofNoFewer(check);
  await check.retried(
    async () => {
      const drafts = await openDrafts(check, severalToChooseFrom);
      const apart = onesOfOtherWallets(drafts);
      await inParallel(apart, async (draft) => {
        await acceptedOnce(check, [draft]);
        expect(await check.api.call('signPayments', signing(uuidsOf([draft])))).toBeNotCarriedOut();
      });
      await expectUnchanged(check, apart);
      for (const list of whole(listsOfEachWay(drafts))) {
        if (!(await acceptedTogether(check, list))) continue;
        // Every second request has its parameters in reverse order, because a target may find the token only in one order.
        const sign = async (open = {}, query = {}, place = 0) => {
          const call = { ...signing(uuidsOf(list), open), ...(place % 2 === 1 && { turned: true as const }) };
          const answer = await check.api.call('signPayments', { ...call, query: { ...call.query, ...query } });
          expect(answer).toBeNotCarriedOut();
        };
        // Requests without a token come first: they yield the demands, and need no name for the token.
        await Promise.all([sign(), check.api.call('signPayments', { json: { id: uuidsOf(list) } })]);
        const others = (await otherTokens(check)).map(([, token]) => token);
        const near = await nearSignTokens(check, 'signPayments');
        const name = known(check.api.names.signToken);
        // A query parser may turn this into a search operator that matches any token. A valid token exists by now.
        const searching = name === undefined ? [] : [[{}, { [`${name}[$ne]`]: '' }]];
        const shown = ['', ...others, ...near].map((signToken) => [{ signToken }]);
        await inParallel([...shown, ...searching], ([open, query], place) => sign(open, query, place));
        await expectUnchanged(check, list);
      }
    },
    { usesUp: true },
  );
}

const severalToChooseFrom = 8;

/** Any refusal will do here, because the second user may be refused for other reasons. */
async function signsNothingAsSecond(check: Check): Promise<void> {
  const theirs = check.profile.allow.signDrafts > 0 ? await draftOfSecond(check) : undefined;
  if (theirs === undefined) return;
  const neverIssued = randomBytes(24).toString('base64url');
  const shown = known(check.api.names.signToken) === undefined ? [] : [{ signToken: neverIssued }];
  await inParallel([{}, ...shown], async (open) => {
    const call = { ...signing(theirs.uuids, open), as: theirs.as };
    expect(await check.api.call('signPayments', call)).toBeNotCarriedOut();
  });
}

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

requirement('PAY-56', leftAlone, async (check) => {
  await check.retried(async () => {
    const [draft] = await openDrafts(check, 1);
    await acceptedOnce(check, [draft!]);
    await inParallel(await nonDrafts(check), async (other) => {
      expect(await check.api.call('signPayments', validating([uuidOf(other)]))).toBeNotAccepted();
      expect(await askedToSign(check, signing([uuidOf(other)]))).toBeNotAccepted();
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
        expect(await askedToSign(check, signing([id]))).toBeNotAccepted();
      });
    });
  },
);

requirement('PAY-59', 'a validate value other than 0 and 1 is refused', async (check) => {
  const [draft] = await openDrafts(check, 1);
  await acceptedOnce(check, [draft!]);
  for (const validate of ['2', '-1', '10', '0.5', 'maybe']) {
    const json = { id: [uuidOf(draft!)] };
    expect(await askedToSign(check, { query: { validate }, json })).toBeRefused();
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
    const number = Number(draft!.fields.id);
    // The number of the draft. One that has lost digits would be that of another payment.
    const itsNumber = Number.isSafeInteger(number) && number > 0 ? [number, String(number)] : [];
    const noUuids = ['no-uuid', id.slice(0, -1), `${id}0`, 5, true, { uuid: id }, [id], ...itsNumber];
    // Frameworks may drop nulls from lists, so a null beside an id may have no effect, and a null alone gives an empty list.
    await inParallel(
      [...noLists, [null], ...noUuids.flatMap((entry) => [[entry], [id, entry], [entry, id]])],
      async (wrong) => {
        expect(await check.api.call('signPayments', validating(wrong))).toBeNotAccepted();
      },
    );
    // With a valid token only lists without a draft are sent, so that a target that accepts one signs nothing.
    const signToken = await spareSignToken(check);
    if (signToken === undefined) return;
    const other = randomUUID();
    const unnamed = ['no-uuid', other.slice(0, -1), 5, true, null, { uuid: other }, [other]].map((entry) => [entry]);
    await inParallel(['no-uuid', 5, true, { first: other }, ...unnamed], async (wrong) => {
      expect(await check.api.call('signPayments', signing(wrong, { signToken }))).toBeNotCarriedOut();
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

// Confirming a second factor (Endpoints / Sessions / POST v2 mfa sign; Authentication, rule 5). Only a few wrong codes are sent, most to a
// request of their own, because a target may lock a request or a user after some. The name of this folder makes these checks run last.
import { randomInt } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import { farLengths } from '../../generators/defects/values.ts';
import { refused } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { lookalikeOf, mayBeCounted } from '../../harness/prepare/lookalike.ts';
import {
  confirmed,
  confirmingUsers,
  noDemand,
  type PendingDemand,
  pendingDemand,
} from '../../harness/prepare/second-factor.ts';
import { succeeded } from '../../subject/answers.ts';
import { areTwoPeople, type Profile, type UserName, userNames } from '../../subject/profile/profile.ts';
import type { Confirmer } from '../../subject/session/mfa.ts';
import { brokenCodes, builtInCodes, codesBeside, wrongCodes } from '../mfa/support/wrong-codes.ts';

for (const type of ['sms', 'google'] as const) {
  requirement('MFA-03', 'the right code confirms a request of either type, sms and google', type, async (check) => {
    let confirmations = 0;
    for (const user of confirmingUsers(check, type)) {
      const confirmation = await confirmed(check, user);
      if (confirmation === undefined) continue;
      confirmations += 1;
      if (confirmation.kind === 'confirmed') continue;
      if (confirmation.exchange === undefined) return check.untested(confirmation.because);
      expect(confirmation.exchange).toBeAccepted();
    }
    if (confirmations === 0) check.untested(`a demand that a user confirms by ${type}`);
  });
}

type CodesFor = (profile: Profile, demand: PendingDemand) => readonly (string | true)[];

const yieldsNothing = 'a wrong code is refused and yields no sign token';

requirement('MFA-07', yieldsNothing, (check) => eachIsRefused(check, wrongCodes));

// A separate check, so that a right code is sent in between, before a target has counted many wrong ones.
requirement('MFA-07', yieldsNothing, 'one that is built in for tests', (check) => eachIsRefused(check, builtInCodes));

requirement('MFA-07', yieldsNothing, 'a right one that is cut or in another order', (check) =>
  eachIsRefused(check, brokenCodes),
);

const inARow = 3;

// A target may lock this request, so the right code is sent for another one.
requirement('MFA-07', yieldsNothing, 'several of one request', async (check) => {
  await eachDemanded(check, async (demand) => {
    for (const wrong of codesBeside(check.profile, demand).slice(0, inARow)) {
      expect(await confirm(check, demand, { json: { code: wrong }, on429: 'return' })).toSatisfy(refused);
    }
    return undefined;
  });
});

// A target may not check the code of a request that is confirmed already. Time-based codes are not tried, because each may have to be waited
// for.
requirement('MFA-07', yieldsNothing, 'of a request that the right one has confirmed', async (check) => {
  const { profile, api } = check;
  for (const user of confirmingUsers(check).filter((name) => profile.users[name]?.mfa?.code.kind !== 'totp')) {
    const demand = await pendingDemand(check, user);
    if (demand === undefined || (await api.confirm(demand.mfaToken, user)).kind !== 'confirmed') continue;
    const [wrong] = codesBeside(profile, demand);
    if (wrong !== undefined) expect(await confirm(check, demand, { json: { code: wrong } })).toBeRefused();
  }
});

// A target may check nothing where the user has no factor of that type. Two codes are tried, because one may be right by chance.
requirement('MFA-07', yieldsNothing, 'by the other type', (check) =>
  eachDemanded(check, async (first) => {
    const path = { type: first.factor.type === 'sms' ? 'google' : 'sms' };
    const answers: Exchange[] = [];
    let demand: PendingDemand | undefined = first;
    for (const code of codesBeside(check.profile, first).slice(0, 2)) {
      if (demand === undefined) break;
      answers.push(await confirm(check, demand, { path, json: { code } }));
      demand = await pendingDemand(check, first.user, 'unsentFactor');
    }
    if (answers.length > 1 && answers.every(succeeded)) expect(answers[0]!).toBeRefused();
    return demand;
  }),
);

const eachIsRefused = (check: Check, codesFor: CodesFor): Promise<void> =>
  eachDemanded(check, (demand) =>
    eachToADemand(
      check,
      demand,
      codesFor(check.profile, demand).map((code) => ({ code })),
    ),
  );

/** Each of these bodies is refused as the confirmation of a separate demand. */
async function eachToADemand(
  check: Check,
  first: PendingDemand,
  bodies: readonly unknown[],
): Promise<PendingDemand | undefined> {
  let demand: PendingDemand | undefined = first;
  for (const json of bodies) {
    if (demand === undefined) break;
    expect(await confirm(check, demand, { json })).toBeRefused();
    demand = await pendingDemand(check, first.user, 'unsentFactor');
  }
  return demand;
}

const tooLong = 'a code of 7 characters or more is refused';
const longestCode = 6;

requirement('MFA-08', tooLong, async (check) => {
  let turn = check.seed;
  await eachDemanded(check, async (demand) => {
    const { code } = demand.factor;
    // Only one of the very long codes, because a target may end a demand after a few wrong codes.
    for (const length of [7, 64, farLengths[turn++ % farLengths.length]!]) {
      expect(await confirm(check, demand, { json: { code: code.padEnd(length, '0') } })).toBeRefused();
    }
    return demand;
  });
});

// These codes become right if the blank is removed, or if they are read as numbers. Each has a separate demand, because a target that accepts
// one ends the demand.
requirement('MFA-08', tooLong, 'a right one with a blank behind or a zero in front', (check) =>
  eachDemanded(check, (demand) => {
    const { code } = demand.factor;
    const length = longestCode + 1;
    return eachToADemand(check, demand, [{ code: code.padEnd(length) }, { code: code.padStart(length, '0') }]);
  }),
);

const needsACode = 'a confirmation without a code, or with one that is a JSON object, is refused';

requirement('MFA-09', needsACode, async (check) => {
  await eachDemanded(check, async (demand) => {
    expect(await confirm(check, demand, { json: {} })).toBeRefused();
    expect(await confirm(check, demand, {})).toBeRefused();
    expect(await confirm(check, demand, { json: { code: { value: demand.factor.code } } })).toBeRefused();
    return demand;
  });
});

requirement('MFA-09', needsACode, 'with a body that is no object, or a code by which a search finds any', (check) =>
  eachDemanded(check, (demand) => eachToADemand(check, demand, ['none', 5, true, [], { code: { $ne: null } }])),
);

/**
 * In order: a wrong type, two that begin like a type, a synonym, two with Cyrillic letters, two positions in an enum, a member of every
 * JavaScript object, and two that match a pattern without anchors.
 */
const noTypes = ['email', 'signal', 'googlemail', 'totp', 'ѕms', 'gооgle', '0', '1', 'constructor', 'smsx', 'xgoogle'];

requirement('MFA-11', 'a type other than sms and google in the path is refused', async (check) => {
  await eachDemanded(check, async (demand) => {
    for (const type of noTypes) expect(await confirm(check, demand, { path: { type } })).toBeRefused();
    return demand;
  });
});

requirement('MFA-12', 'a confirmation of an MFA request id that was never issued is refused', async (check) => {
  await eachDemanded(check, async (demand) => {
    for (const requestId of [crypto.randomUUID(), ...neverIssued(demand.factor.requestId)]) {
      expect(await confirm(check, demand, { path: { requestId } })).toBeRefused();
    }
    return demand;
  });
});

/** An id in the form of an issued one. If ids are counted up, it is as far above as 32 bits allow. */
function neverIssued(requestId: string): readonly string[] {
  if (!mayBeCounted(requestId)) return [lookalikeOf(requestId)];
  return /^\d{1,8}$/.test(requestId) ? [String(2_000_000_000 + randomInt(100_000_000))] : [];
}

requirement('MFA-17', "another user's credentials confirm no MFA request, though the code is right", async (check) => {
  await eachDemanded(check, async (demand) => {
    const other = userNames.find((name) => areTwoPeople(check.profile, name, demand.user));
    if (other === undefined) return check.untested('another user (users.second)');
    expect(await confirm(check, demand, { as: other, json: { code: demand.factor.code } })).toBeRefused();
    return demand;
  });
});

/**
 * Does the work on a pending demand of every user who has one. The demand that is left must then be confirmed with the right code, as the
 * twin of all refusals.
 */
async function eachDemanded(
  check: Check,
  work: (demand: PendingDemand) => Promise<PendingDemand | undefined>,
): Promise<void> {
  let demands = 0;
  for (const user of confirmingUsers(check)) {
    const demand = await pendingDemand(check, user, 'unsentFactor');
    if (demand === undefined) continue;
    demands += 1;
    const left = await work(demand);
    if (hasOneTwinForAll(check.api.confirmer(user))) continue;
    const twin = await confirmed(check, user, left);
    if (twin?.kind !== 'confirmed') {
      check.untested(`a confirmation that is accepted of the ${user} user: ${twin?.because ?? 'nothing demanded one'}`);
    }
    seenToConfirm.add(check.api.confirmer(user));
  }
  if (demands === 0) check.untested(noDemand);
}

const seenToConfirm = new WeakSet<Confirmer>();

/** Where each code can be used only once, a run would have to wait for the twin of every check, so one twin serves all. */
const hasOneTwinForAll = (confirmer: Confirmer): boolean => confirmer.waitsForCodes && seenToConfirm.has(confirmer);

/** The confirmation of a demand, with wrong values in place of right ones. */
const confirm = (
  { api }: Check,
  { user, factor: { type, requestId, code } }: PendingDemand,
  changed: {
    readonly as?: UserName;
    readonly path?: Partial<Record<'type' | 'requestId', string>>;
    readonly json?: unknown;
    readonly on429?: 'return';
  },
): Promise<Exchange> =>
  api.call('confirmMfa', {
    as: changed.as ?? user,
    path: { type, requestId, ...changed.path },
    ...(changed.on429 && { on429: changed.on429 }),
    ...('json' in changed ? { json: changed.json } : changed.path && { json: { code } }),
  });

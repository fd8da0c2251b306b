// Inviting a member (Endpoints / Members / POST v2 member). The checks share one process, so that one accepted invitation is the twin of all
// refused ones.
import { randomUUID } from 'node:crypto';
import { memberRoleValues } from '../../contract/generated/api-types.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { scripts } from '../../generators/bodies/names.ts';
import { accepted } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { observeLeftOut } from '../../harness/assert/left-out.ts';
import { sample } from '../../harness/assert/sample.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { flagName } from '../../harness/prepare/flag.ts';
import { newContacts } from '../../harness/prepare/invitation.ts';
import { confirmed, demandIn, signTokenOf } from '../../harness/prepare/second-factor.ts';
import { demandedMfa, isFields, statusOf, succeeded, within } from '../../subject/answers.ts';
import { endlessInvitation, inEitherWay, invitation, invite, readingForms, wayOf } from './support/invitation.ts';
import { refusedEitherWay, refusedInForm, refusedInJsonOrLeftOut } from './support/refusals.ts';
import { walletNumber } from './support/wallet-numbers.ts';

oneAfterAnother();

const answersSuccess = `an invitation within every rule, with a valid sign token, answers status SUCCESS, the string message and the object
   data`;

// If this invitation demands a sign token, the token of that demand is used, because it may be bound to it.
requirement('MEM-01', answersSuccess, async (check) => {
  const { api } = check;
  await wayOf(check);
  const json = await invitation(check);
  check.spend('inviteMembers');
  const asked = await api.call('inviteMember', { json });
  if (accepted(asked) === undefined) return expect(asked).toAnswer(saysSuccess, 'SUCCESS, a message and data');
  const user = api.user.name;
  const demand = demandIn(asked, 'inviteMember', api.user);
  const confirmation = demand && (await confirmed(check, user, demand));
  const signToken =
    confirmation?.kind === 'confirmed' ? confirmation.signToken : (await signTokenOf(check, [user])).signToken;
  const exchange = await api.call('inviteMember', { json: { ...json, signToken } });
  expect(exchange).toAnswer(saysSuccess, 'SUCCESS, a message and data');
});

// Other checks invite to two wallets. A target that refuses such an invitation may accept one to each of the two alone.
requirement('MEM-01', answersSuccess, 'to several wallets', async (check) => {
  if ((await unlessUntested(() => wayOf(check))) !== undefined) return;
  const json = await unlessUntested(() => invitation(check));
  const wallets = (json?.walletAccess ?? []) as readonly string[];
  if (json === undefined || wallets.length < 2) return;
  for (const wallet of wallets) {
    check.spend('inviteMembers');
    const { way } = await inEitherWay(check, { ...json, ...newContacts(check.profile), walletAccess: [wallet] });
    if (way === undefined) return;
  }
  expect((await inEitherWay(check, json)).exchange).toBeAccepted();
});

const saysSuccess = (body: unknown): boolean =>
  within(body, 'status') === 'SUCCESS' && typeof within(body, 'message') === 'string' && isFields(within(body, 'data'));

const everyRole =
  'an invitation is accepted with each of the roles fullAccess, partialAccess, viewOnly and fullAccessBeta';

requirement('MEM-04', everyRole, async (check) => {
  await wayOf(check);
  for (const role of memberRoleValues) {
    check.spend('inviteMembers');
    expect(await invite(check, { json: { ...(await invitation(check)), role } })).toBeAccepted();
  }
});

// Other checks report a target that takes no forms.
requirement('MEM-04', everyRole, 'in a form', async (check) => {
  const reading = await readingForms(check);
  if (reading === undefined) return;
  for (const role of memberRoleValues) {
    check.spend('inviteMembers');
    expect(await invite(reading, { form: { ...(await endlessInvitation(check)), role } })).toBeAccepted();
  }
});

const noServerError = 'no request, however odd, is answered with a 5xx, but for 501 to a method that no operation uses';

// Whether a person can be invited twice is not stated.
requirement('ERR-01', noServerError, 'members invited already', async (check) => {
  await unlessUntested(async () => {
    const first = await invitation(check);
    const other = memberRoleValues.find((role) => role !== first.role);
    for (const json of [first, first, { ...first, role: other }]) {
      check.spend('inviteMembers');
      await invite(check, { json });
    }
  });
});

// Other checks test whether these are accepted. A name with all scripts in it comes first: if it is accepted, one request is enough.
requirement('ERR-01', noServerError, 'members named in every script', async (check) => {
  const names = Object.values(scripts).map(({ last }) => last);
  await unlessUntested(async () => {
    for (const name of [names.join(' '), ...sample(names, 3, check.seed)]) {
      check.spend('inviteMembers');
      if (succeeded(await invite(check, { json: { ...(await invitation(check)), name } }))) return;
    }
  });
});

/** `1` is a position in an enum, and `constructor` is a member of every JavaScript object, which a lookup of roles may find. */
const noRoles = 'owner admin fullAccessGamma access full viewOnly2 full\u0410ccess 1 constructor'.split(' ');

requirement('MEM-05', 'an invitation with a role outside the four is refused', async (check) => {
  for (const role of noRoles) await refusedEitherWay(check, { role });
  for (const role of [1, 5, true]) {
    expect(await invite(check, { json: { ...(await invitation(check)), role } })).toBeRefused();
  }
  await refusedInJsonOrLeftOut(check, 'role', { role: 'viewOnly' });
});

requirement(
  'MEM-06',
  'an invitation whose walletAccess is no list, or holds something other than UUID strings, is refused',
  async (check) => {
    const [wallet] = await check.fixtures.wallets();
    const noLists = ['nobody', 5, true, { first: wallet }];
    // Frameworks drop nulls from lists, and an empty list may be given.
    const number = await walletNumber(check);
    const itsNumber = number === undefined ? [] : [number, String(number)];
    const noUuids = ['nobody', 5, true, { uuid: wallet }, [wallet], `${wallet}0`, ...itsNumber];
    for (const walletAccess of noLists) await refusedInJsonOrLeftOut(check, 'walletAccess', walletAccess);
    for (const entry of noUuids) {
      for (const walletAccess of [[entry], [wallet, entry], [entry, wallet]]) {
        // A target that expects a list of plain values may read a list with other entries as no list.
        if (typeof entry === 'object') await refusedInJsonOrLeftOut(check, 'walletAccess', walletAccess);
        else expect(await invite(check, { json: { ...(await invitation(check)), walletAccess } })).toBeRefused();
      }
    }
    const reading = await readingForms(check);
    if (reading === undefined) return;
    for (const walletAccess of [['nobody'], [wallet, 'nobody'], ['nobody', wallet], [`${wallet}0`]]) {
      expect(await invite(reading, { form: { ...(await endlessInvitation(check)), walletAccess } })).toBeRefused();
    }
  },
);

requirement('MEM-07', 'an invitation is accepted with expiredAt 0, one after 2038, and null in JSON', async (check) => {
  await wayOf(check);
  const ends = [0, Date.UTC(2039, 0) / 1000];
  for (const expiredAt of [...ends, null]) {
    check.spend('inviteMembers');
    expect(await invite(check, { json: { ...(await invitation(check)), expiredAt } })).toBeAccepted();
  }
  const reading = await readingForms(check);
  if (reading === undefined) return;
  for (const expiredAt of ends) {
    check.spend('inviteMembers');
    expect(await invite(reading, { form: { ...(await invitation(check)), expiredAt } })).toBeAccepted();
  }
});

requirement('MEM-09', 'an invitation whose expiredAt is below 0 or no integer is refused', async (check) => {
  for (const expiredAt of [-1, -1_900_000_000, 'soon', '1900000000abc']) await refusedEitherWay(check, { expiredAt });
  await refusedInForm(check, { expiredAt: 1.5 });
  const answers: Exchange[] = [];
  for (const expiredAt of [{}, [0, 1], [Math.floor(Date.now() / 1000) + month]]) {
    answers.push(await invite(check, { json: { ...(await invitation(check)), expiredAt } }));
  }
  // A target that checks the entries of a list refuses each of these.
  if (answers.every(succeeded)) return observeLeftOut(check, 'expiredAt');
  for (const answer of answers) expect(answer).toBeRefused();
});

/** Seconds. */
const month = 30 * 24 * 60 * 60;

requirement('MEM-13', 'an invitation with email, phone or name given as a JSON object is refused', async (check) => {
  for (const name of ['email', 'phone', 'name']) {
    await refusedInJsonOrLeftOut(check, name, { value: (await invitation(check))[name] });
  }
});

requirement(
  'MEM-14',
  'the unnamed query parameter of an invitation takes 0 and 1, and any other value is refused',
  async (check) => {
    const inviteWith = async (query: Readonly<Record<string, string>>) =>
      invite(check, { json: await invitation(check), query });
    const flag = await flagName(check, 'memberFlag', (query) => {
      check.spend('inviteMembers');
      return inviteWith(query);
    });
    for (const value of ['0', '1']) {
      check.spend('inviteMembers');
      expect(await inviteWith({ [flag]: value })).toBeAccepted();
    }
    for (const value of ['2', '-1', '10', '0.5', 'maybe']) expect(await inviteWith({ [flag]: value })).toBeRefused();
    // Other checks report a target that takes no forms.
    const reading = await readingForms(check);
    if (reading === undefined) return;
    const inviteByForm = async (value: string) =>
      invite(reading, { form: await endlessInvitation(check), query: { [flag]: value } });
    for (const value of ['2', 'maybe']) expect(await inviteByForm(value)).toBeRefused();
    for (const value of ['0', '1']) {
      check.spend('inviteMembers');
      expect(await inviteByForm(value)).toBeAccepted();
    }
  },
);

requirement(
  'MEM-15',
  'an invitation without email, phone, name or role, or with an email that is no mail address (RFC 5322), is refused',
  async (check) => {
    for (const name of ['email', 'phone', 'name', 'role']) {
      const { [name]: _left, ...fields } = await invitation(check);
      expect(await invite(check, { json: fields })).toBeRefused();
    }
    for (const email of ['nobody', 'nobody at example.com', '@example.com', 'nobody@']) {
      expect(await invite(check, { json: { ...(await invitation(check)), email } })).toBeRefused();
    }
    for (const json of ['a text', 5, true, []])
      expect(await check.api.call('inviteMember', { json })).toBeNotCarriedOut();
  },
);

requirement(
  'MEM-18',
  `what an invitation without a sign token or with an unknown wallet does, and how a form says no expiry, is not
   stated`,
  async (check) => {
    await wayOf(check);
    const valid = await invitation(check);
    const reading = await readingForms(check);
    const questions = {
      'without a sign token': () => check.api.call('inviteMember', { json: valid }),
      'with an unknown wallet': () => invite(check, { json: { ...valid, walletAccess: [randomUUID()] } }),
      ...(reading && {
        'with an empty expiredAt in a form': () => invite(reading, { form: { ...valid, expiredAt: '' } }),
      }),
    };
    for (const [what, ask] of Object.entries(questions)) {
      check.spend('inviteMembers');
      check.observe(`an invitation ${what} is ${inWords(await ask())}`);
    }
  },
);

function inWords(exchange: Exchange): string {
  if (demandedMfa(exchange) !== undefined) return 'answered with the demand for a second factor';
  const status = statusOf(exchange);
  return status !== undefined && status < 300 ? `accepted with ${status}` : `refused with ${status}`;
}

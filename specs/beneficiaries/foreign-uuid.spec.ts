// A new beneficiary sent with the UUID or the account of another user's beneficiary (Errors, rules 2 and 3). Whether a target uses a UUID
// that is sent along is not stated.
import { isUuid } from '../../contract/text/uuid.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { patiently } from '../../harness/assert/patiently.ts';
import { settling } from '../../harness/assert/settling.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { bodiesOfEachKind, create, isShown } from '../../harness/prepare/beneficiaries.ts';
import { demandedMfa, type Fields, jsonOf, statusOf } from '../../subject/answers.ts';
import type { UserName } from '../../subject/profile/profile.ts';
import { createdByOwnerOf, keptFromUser, named } from '../authentication/support/kept-from-user.ts';
import { holds } from './support/reading-back.ts';

requirement(
  'AUTH-22',
  keptFromUser,
  'a beneficiary whose UUID or account comes along with a new one',
  async (check) => {
    const { api } = check;
    const foreign = named(check, 'beneficiaries');
    const uuid = (await createdByOwnerOf(check, foreign)).find(isUuid);
    const [, own] = bodiesOfEachKind(check, 1, 12);
    if (uuid === undefined || own === undefined) return;
    const readBy = (as: UserName) => api.call('readBeneficiary', { as, path: { id: uuid } });
    const readByOwner = () => patiently(check, () => readBy('second'), isShown, settling['BEN-35']);
    const before = await readByOwner();
    if (!isShown(before) || isShown(await readBy(api.user.name))) return;
    const { uuid: _uuid, ...theirs } = jsonOf(before) as Fields;
    // A target may look for a known account among the beneficiaries of all users.
    for (const json of [
      { ...own, uuid },
      { ...theirs, ...otherNames(theirs) },
    ]) {
      if ((await unlessUntested(() => create(check, json))) === undefined) return;
      const after = await readByOwner();
      if (demandedMfa(after) !== undefined)
        check.untested('a beneficiary that its owner reads without a second factor');
      expect(after).toBeAccepted();
      expect(after).toSatisfy(holds(namesIn(before)));
      // The user may now have a beneficiary of his own under this UUID.
      expect(await readBy(api.user.name)).toSatisfy(isOther(namesIn(before)));
    }
  },
);

const otherNames = (theirs: Fields): Fields =>
  Object.fromEntries(['name', 'company_name'].filter((name) => theirs[name]).map((name) => [name, 'Assay Another']));

const namesIn = (exchange: Exchange): Fields =>
  Object.fromEntries(
    Object.entries(jsonOf(exchange) as Fields).filter(([name]) => ['name', 'company_name', 'iban'].includes(name)),
  );

const isOther =
  (theirs: Fields) =>
  (exchange: Exchange): Mismatch =>
    isShown(exchange) && (jsonOf(exchange) as Fields).name === theirs.name
      ? { expected: 'nothing of the beneficiary of another user', got: `its name, with ${statusOf(exchange)}` }
      : undefined;

// A new beneficiary under each of its two ids (Resources / Beneficiary / row uuid; Endpoints / Beneficiaries).
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import {
  bodiesOfEachKind,
  create,
  createdIn,
  isNumber,
  kindsFor,
  oneCreated,
  shownBy,
} from '../../harness/prepare/beneficiaries.ts';
import { statusOf, succeeded } from '../../subject/answers.ts';
import { hasUuid, holds, keepsWhatWasSent } from './support/reading-back.ts';

requirement('BEN-44', 'uuid of a beneficiary is a UUID string, the one that its creation answered', async (check) => {
  for (const kind of kindsFor(check)) {
    const created = await oneCreated(check, kind);
    for (const id of [created.id, created.uuid]) {
      const seen = await check.api.call('readBeneficiary', { path: { id } });
      // A target may accept only one of the two ids.
      if (succeeded(seen)) expect(seen).toSatisfy(hasUuid(created.uuid));
    }
  }
});

requirement('BEN-43', keepsWhatWasSent, 'by either of its ids', async (check) => {
  const looks = await inParallel(bodiesOfEachKind(check, 1, 10), async (fields) => {
    const created = createdIn(await create(check, fields));
    return inParallel(created ? [created.id, created.uuid] : [], async (id) => {
      const seen = await check.api.call('readBeneficiary', { path: { id }, confirmMfa: true });
      if (succeeded(seen)) expect(seen).toSatisfy(holds(fields));
      return { id, seen };
    });
  });
  // If one kind of id (number or UUID) leads to any new beneficiary, it must lead to each that is found by its other id.
  const leading = new Set(looks.flat().flatMap(({ id, seen }) => (succeeded(seen) ? [isNumber(id)] : [])));
  for (const look of looks.filter((both) => both.some(({ seen }) => succeeded(seen)))) {
    for (const { id, seen } of look) {
      if (statusOf(seen) !== 404 || !leading.has(isNumber(id))) continue;
      const shown = await shownBy(check, [id]);
      if (statusOf(shown) === 404) expect(shown).toBeAccepted();
    }
  }
});

requirement('BEN-43', keepsWhatWasSent, 'by its number, where others are read by theirs', async (check) => {
  const { api, profile } = check;
  const { beneficiaries: known } = profile.fixtures;
  const numbers = known.kind === 'declared' ? known.value.filter((id) => /^\d+$/.test(id)) : [];
  const others = await inParallel(numbers, (id) => api.call('readBeneficiary', { path: { id } }));
  if (!others.some(succeeded)) return;
  const [fields] = bodiesOfEachKind(check, 1, 3);
  const created = createdIn(await create(check, fields!));
  if (created === undefined || !/^\d+$/.test(created.id)) return;
  const shown = await shownBy(check, [created.id]);
  // A target may show a new beneficiary only by its UUID for a while.
  if (statusOf(shown) === 403) return;
  expect(shown).toBeAccepted();
});

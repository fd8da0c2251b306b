// The expandable objects of a payment (Resources / Payment / expandable objects).
import { saysNothing } from '../../contract/presence.ts';
import { isUuid } from '../../contract/text/uuid.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { oneOfEach, sample } from '../../harness/assert/sample.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { type Fields, isFields, jsonOf, statusOf, succeeded, within } from '../../subject/answers.ts';
import { isKnown } from '../../subject/names.ts';
import { describedIn, differenceOf } from '../parity/support/comparable.ts';
import { isDenied, takesLists } from '../parity/support/expanded.ts';
import { expandedWhenAsked, shows, thingsOf } from './support/expansions.ts';
import {
  allExpanded,
  allPayments,
  bothIdsOf,
  type Expansion,
  expansions,
  type ReadPayment,
  readPayments,
} from './support/payment.ts';
import { expandedOfSecond } from './support/second.ts';

/** Payments asked for each expansion alone, for each case that a property tries. */
const alone = 1.5;
/** The same for every choice of several. */
const together = 4;
const mostSubsets = 4;

requirement('PAY-38', expandedWhenAsked, 'all together', async (check) => {
  if (isKnown(check.api.names.expand) && !takesLists(check)) return;
  for (const payment of await allExpanded(check)) {
    expect(payment.exchange).toSatisfy(shows(thingsOf(payment.fields), expansions));
  }
  await expectNoneLost(check);
});

const mostLost = 5;

/** A payment that has none of what is asked for is still the payment. */
async function expectNoneLost(check: Check): Promise<void> {
  const found = new Set((await allExpanded(check)).map(({ id }) => id));
  const lost = (await allPayments(check)).filter(({ id }) => !found.has(id)).slice(0, mostLost);
  for (const { id } of lost) {
    const exchange = await expanded(check, id, expansions);
    const isThere = (await readPayments(check, [id])).length > 0;
    if (isThere && isDenied(exchange)) expect(exchange).toBeAccepted();
  }
}

// The user's role may hide the cardholder and the files; then it hides them for every payment.
requirement('PAY-38', expandedWhenAsked, 'of the second user', async (check) => {
  const payments = await expandedOfSecond(check);
  const isShownToHim = (name: Expansion) =>
    name.startsWith('currency') || payments.some(({ fields }) => !saysNothing(fields[name]));
  for (const { fields, exchange } of payments) {
    expect(exchange).toSatisfy(shows(thingsOf(fields).filter(isShownToHim), expansions));
  }
});

/** Statuses with which an unknown id is refused. */
const refusals = new Set([400, 404, 422]);

requirement('PAY-38', expandedWhenAsked, 'each alone', async (check) => {
  await check.retried(async () => {
    // At least one of each kind, except at quick depth, because there are a hundred kinds.
    const kindOf = check.depth === 'quick' ? undefined : abilityOf;
    const chosen = sample(await allExpanded(check), alone * check.runs, check.seed, kindOf);
    // Also by ids that the profile does not use, unless the target refuses every id of that form (UUID or number).
    const [familiar, strange] = [new Set<boolean>(), new Set<boolean>()];
    const mayBeKnown = (id: string) => familiar.has(isUuid(id)) || !strange.has(isUuid(id));
    await inParallel(chosen, async (payment, turn) => {
      const things = thingsOf(payment.fields);
      for (const [place, asked] of expansions.entries()) {
        // A target may find related objects by one of the payment's ids only, or know the payment by one id only.
        const ids = bothIdsOf(payment).filter((id) => id === payment.id || mayBeKnown(id));
        const inTurn = ids[(turn + place) % ids.length]!;
        const first = await expanded(check, inTurn, [asked]);
        const isKnownSo = inTurn === payment.id || succeeded(first);
        if (isKnownSo) familiar.add(isUuid(inTurn));
        else if (refusals.has(Number(statusOf(first)))) strange.add(isUuid(inTurn));
        const exchange = isKnownSo ? first : await expanded(check, payment.id, [asked]);
        expect(exchange).toSatisfy(shows(things, [asked]));
        // An expansion that is shown when it is asked for alone must also be shown when it is asked for with others.
        if (!takesLists(check) || saysNothing(within(jsonOf(exchange), asked))) continue;
        expect(payment.exchange).toSatisfy(shows([asked], expansions));
        await expectTheSame(check, { ...payment, id: isKnownSo ? inTurn : payment.id }, asked, exchange);
      }
    });
  });
});

requirement('PAY-38', expandedWhenAsked, 'in every choice of several', async (check) => {
  if (isKnown(check.api.names.expand) && !takesLists(check)) return;
  await check.retried(async () => {
    const richest = oneOfEach(await allExpanded(check), abilityOf)
      .toSorted((one, other) => thingsOf(other.fields).length - thingsOf(one.fields).length)
      .slice(0, mostSubsets);
    const questions = richest.flatMap((payment) => choices.map((asked) => ({ payment, asked })));
    await inParallel(sample(questions, together * check.runs, check.seed), async ({ payment, asked }) => {
      const exchange = await expanded(check, payment.id, asked);
      expect(exchange).toSatisfy(shows(thingsOf(payment.fields), asked));
    });
  });
});

// Reads with and without expansions, because recipientCardholder must be in both.
requirement(
  'PAY-36',
  'recipientCardholder has an integer id and the strings uuid, name, channel and maskedCardNumber where data exists',
  async (check) => {
    await check.retried(async () => {
      const readings = [...(await allExpanded(check)), ...(await allPayments(check))];
      const having = new Set(readings.filter(({ exchange }) => !showsRecipient(exchange)).map(({ id }) => id));
      if (having.size === 0) check.untested('a payment with a recipientCardholder');
      for (const { id, exchange } of readings) if (having.has(id)) expect(exchange).toSatisfy(showsRecipient);
    });
  },
);

const expanded = ({ api }: Check, id: string, asked: readonly Expansion[]): Promise<Exchange> =>
  api.call('readPayment', { path: { id }, open: { expand: asked } });

/** Members that may change with each reading, such as links that expire. */
const ofTheMoment = ['url', 'iconUrl', 'updatedAtMs'];

const saidOf = (expansion: Expansion, exchange: Exchange): string => {
  const thing = within(describedIn('readPayment', exchange), expansion);
  if (Array.isArray(thing)) return JSON.stringify(filesOf(thing));
  const told = isFields(thing) ? Object.entries(thing).filter(([name]) => !ofTheMoment.includes(name)) : [];
  return JSON.stringify(Object.fromEntries(told));
};

/** In any order, and whatever name each is kept under. */
const filesOf = (files: readonly unknown[]) => ({
  number: files.length,
  files: files.map((file) => `${within(file, 'type')} ${within(file, 'originalName')}`).toSorted(),
});

/** The same as when it is asked for alone. Both are read again where they differ, because the payment may have changed. */
async function expectTheSame(
  check: Check,
  { id, exchange }: ReadPayment,
  asked: Expansion,
  alone: Exchange,
): Promise<void> {
  const said = saidOf(asked, alone);
  if (saidOf(asked, exchange) === said) return;
  const again = await expanded(check, id, expansions);
  const isChanged = saidOf(asked, await expanded(check, id, [asked])) !== said;
  if (isChanged || !succeeded(again)) return;
  expect(again).toSatisfy(() => {
    const among = saidOf(asked, again);
    if (among === said) return undefined;
    return { expected: `${asked} as without other expansions`, got: differenceOf(said, among) };
  });
}

/** Two or more of them, in either order of all. */
const choices: ReadonlyArray<readonly Expansion[]> = [
  ...Array.from({ length: 2 ** expansions.length }, (_, bits) =>
    expansions.filter((_expansion, place) => (bits >> place) % 2 === 1),
  ).filter((choice) => choice.length > 1),
  expansions.toReversed(),
];

const abilityOf = ({ fields }: ReadPayment): string =>
  [fields.operationType, fields.status, ...thingsOf(fields)].join(' ');

function showsRecipient(exchange: Exchange): Mismatch {
  if (!saysNothing((jsonOf(exchange) as Fields).recipientCardholder)) return undefined;
  return { expected: 'recipientCardholder, as when the payment is read in the other way', got: 'none' };
}

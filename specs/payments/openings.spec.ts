// Observes how this target decides what the specification leaves open about payments.
import { randomUUID } from 'node:crypto';
import { saysNothing } from '../../contract/presence.ts';
import { expect } from '../../harness/assert/expect.ts';
import { sample } from '../../harness/assert/sample.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { beneficiariesOf } from '../../harness/prepare/beneficiaries.ts';
import { type Fields, within } from '../../subject/answers.ts';
import { isKnown, known } from '../../subject/names.ts';
import { takesLists } from '../parity/support/expanded.ts';
import { inWords, openDrafts, validating } from './support/drafts.ts';
import { allExpanded, allPayments, expansions, type ReadPayment, uuidOf } from './support/payment.ts';
import { acceptedOnce } from './support/signable.ts';

const most = 300;

requirement(
  'PAY-65',
  'the moves between payment statuses, and the set of currency exchange statuses, are not shown',
  async (check) => {
    const seen = await someExpanded(check);
    check.observe(`payments are ${listOf(seen, ['status'])}`);
    check.observe(`currency exchanges are ${listOf(seen, ['currencyExchange', 'status'])}`);
  },
);

requirement('PAY-67', 'units of amounts and further values of channel and file type are not shown', async (check) => {
  const seen = await someExpanded(check);
  const decimals = new Set(seen.map(({ fields }) => String(fields.amount).split('.')[1]?.length ?? 0));
  check.observe(`amounts have ${[...decimals].toSorted().join(', ')} decimals`);
  check.observe(`the channel of a cardholder is ${listOf(seen, ['cardholder', 'channel'])}`);
  check.observe(`the channel of a recipient is ${listOf(seen, ['recipientCardholder', 'channel'])}`);
  const files = seen.flatMap(({ fields }) => (Array.isArray(fields.files) ? (fields.files as Fields[]) : []));
  check.observe(`the type of a file is ${values(files.map(({ type }) => type))}`);
});

requirement(
  'PAY-69',
  'the names and list syntax of the expand and sign token parameters are not shown',
  async ({ api: { names }, observe }) => {
    const [expand, signToken] = [known(names.expand), known(names.signToken)];
    observe(
      expand === undefined
        ? 'how expansions are asked for is not known'
        : `expansions are asked for by ${expand.name}, several by ${expand.list ?? 'a syntax that was not found out'}`,
    );
    observe(
      signToken === undefined ? 'how a sign token travels is not known' : `the sign token travels as ${signToken}`,
    );
  },
);

const someExpanded = async (check: Check): Promise<readonly ReadPayment[]> =>
  sample(await (isKnown(check.api.names.expand) ? allExpanded : allPayments)(check), most, check.seed);

const listOf = (payments: readonly ReadPayment[], path: readonly string[]): string =>
  values(payments.map(({ fields }) => within(fields, ...path)));

const values = (all: readonly unknown[]): string =>
  [...new Set(all.filter((value) => typeof value === 'string'))].toSorted().join(', ') || 'not seen';

/** Fields that only some cards, payments and beneficiaries have, by the kind of thing. */
const occasional = {
  card: [
    ...['notification.type', 'notification.title', 'notification.message'],
    ...['orderInfo.title', 'orderInfo.orderedAt', 'orderInfo.dispatchedAt'],
  ],
  payment: [
    ...['reference', 'counterparty', 'beneficiaryId', 'targetWalletUuid', 'parentPaymentId', 'currencyExchangeId'],
    ...['currencyExchangeUuid', 'transactionAmount', 'transactionCurrencyId', 'transactionExchangeRate'],
    ...['cardMaskedNumber', 'retrievalReferenceNumber', 'rejectReason', 'purposeCode', 'completedAt'],
    ...['completedAtUnix', 'updatedAt', 'updatedAtUnix', 'fee.amount', 'fee.currencyId', 'counterparty.name'],
    ...['counterparty.accountHolderName', 'counterparty.bic', 'counterparty.iban', 'purposeCode.purpose'],
    'recipientCardholder',
  ],
  /** What an expansion tells of some payments. */
  expanded: [
    ...['externalId', 'groupId', 'groupName', 'address', 'url', 'domain', 'phone', 'iconUrl'].map(
      (name) => `merchant.${name}` as const,
    ),
    ...['currencyExchange.updatedAtMs', 'currencyExchange.completedAt'],
  ],
  beneficiary: [
    ...['bank_country', 'iban', 'bic_swift', 'account_number', 'sort_code', 'street', 'house', 'city', 'country_id'],
    ...['postal_code', 'company_name', 'first_name', 'last_name'],
  ],
} as const;

requirement(
  'PAY-71',
  'each conditional field and each expansion is seen on some card, payment or beneficiary',
  async (check) => {
    const { api } = check;
    const cards = await api.cards.list();
    const payments = (await allExpanded(check)).map(({ fields }) => fields);
    const beneficiaries = await Promise.all(
      (await beneficiariesOf(check)).map((id) => api.read('readBeneficiary', { path: { id } })),
    );
    const unseen = [
      ...missing('card', occasional.card, cards),
      ...missing(
        'payment',
        [...occasional.payment, ...(takesLists(check) ? [...expansions, ...occasional.expanded] : [])],
        payments,
      ),
      ...missing('beneficiary', occasional.beneficiary, beneficiaries),
    ];
    expect(unseen.join(', ')).toBe('', 'fields that were never seen');
  },
);

const missing = (what: string, names: readonly string[], things: readonly Fields[]): readonly string[] =>
  names
    .filter((name) => things.every((thing) => saysNothing(within(thing, ...name.split('.')))))
    .map((name) => `${name} of a ${what}`);

const signingNotStated =
  'what a sign request without validate does, and whether one bad payment in it stops the others, is not stated';

requirement('PAY-63', signingNotStated, 'one bad payment among others', async (check) => {
  const [draft] = await openDrafts(check, 1);
  await acceptedOnce(check, [draft!]);
  for (const list of [
    [uuidOf(draft!), randomUUID()],
    [randomUUID(), uuidOf(draft!)],
  ]) {
    const exchange = await check.api.call('signPayments', validating(list));
    const where = list[0] === uuidOf(draft!) ? 'after' : 'before';
    check.observe(`a draft with an unknown payment ${where} it is ${inWords(exchange)} when validated`);
  }
});

// Completes what a profile says: adds the defaults, and writes short forms out.
import type { OperationId } from '../../contract/operations.ts';
import {
  type Allowance,
  type BodyTemplate,
  type BuildPlace,
  type CodeSource,
  type Fixtures,
  type ListName,
  type ListSyntax,
  type MfaDocument,
  type Open,
  type OpenDocument,
  openBodies,
  type Paging,
  type ProfileDocument,
  type SmsField,
  type Stated,
  type User,
  type UserName,
  type UsersDocument,
} from './shape.ts';

type BuildDocument = NonNullable<NonNullable<ProfileDocument['target']>['build']>;
type UserDocument = NonNullable<UsersDocument['restricted']>;

/** For users whose profile entry has no fingerprint. */
export const defaultFingerprint = 'assay';

export const settledUser = (name: UserName, user: UserDocument, folder: string): User => ({
  name,
  username: user.username,
  password: user.password,
  fingerprint: user.fingerprint ?? defaultFingerprint,
  ...(user.mfa && {
    mfa: {
      type: user.mfa.type ?? 'sms',
      code: settledCode(user.mfa.code, folder),
      requestId: user.mfa.requestId ?? 'discover',
      login: user.mfa.login ?? 'discover',
      ...(user.mfa.signToken && { signToken: user.mfa.signToken }),
    },
  }),
  forbidden: (user.forbidden ?? []) as readonly OperationId[],
});

function settledCode(code: MfaDocument['code'], folder: string): CodeSource {
  if ('fixed' in code) return { kind: 'fixed', code: code.fixed };
  if ('command' in code) return { kind: 'command', command: code.command, folder };
  const { totp: secret, digits = 6, period = 30, algorithm = 'SHA1' } = code;
  return { kind: 'totp', secret, digits, period, algorithm };
}

function stated<Value>(
  given: Value | 'discover' | 'unknown' | undefined,
  otherwise: 'discover' | 'unknown',
): Stated<Value> {
  const value = given ?? otherwise;
  return value === 'discover' || value === 'unknown'
    ? { kind: value as 'discover' | 'unknown' }
    : { kind: 'declared', value: value as Value };
}

const listName = (given: OpenDocument['expand']): ListName | 'discover' | 'unknown' | undefined =>
  typeof given === 'string' && given !== 'discover' && given !== 'unknown' ? { name: given } : (given as ListName);

export function settledOpen(open: OpenDocument): Open {
  const sms = open.smsField;
  const smsField: SmsField | 'discover' | 'unknown' | undefined =
    typeof sms === 'object'
      ? { name: sms.name, values: sms.values ?? 'numbers' }
      : sms === undefined || sms === 'discover' || sms === 'unknown'
        ? sms
        : { name: sms, values: 'numbers' };
  return {
    statusFilter: stated<string>(open.statusFilter, 'discover'),
    typeFilter: stated<string>(open.typeFilter, 'discover'),
    sort: stated<string>(open.sort, 'discover'),
    statusFilterV1: stated<string>(open.statusFilterV1, 'discover'),
    typeFilterV1: stated<string>(open.typeFilterV1, 'discover'),
    sortV1: stated<string>(open.sortV1, 'discover'),
    expand: stated(listName(open.expand), 'discover'),
    include: stated(listName(open.include), 'discover'),
    smsField: stated(smsField, 'discover'),
    signToken: stated<string>(open.signToken, 'discover'),
    signTokenPlaces: open.signTokenPlaces ?? {},
    exchangeFlag: stated<string>(open.exchangeFlag, 'discover'),
    memberFlag: stated<string>(open.memberFlag, 'discover'),
    formArrays: stated<ListSyntax>(open.formArrays, 'unknown'),
    unknownParameters: stated<'ignored' | 'refused'>(open.unknownParameters, 'discover'),
    sessionsPerUser: stated<'many' | 'one'>(open.sessionsPerUser, 'discover'),
    paging: stated(settledPaging(open.paging), 'discover'),
    bodies: Object.fromEntries(
      openBodies.map((id) => [id, stated(settledBody(open.bodies?.[id]), 'discover')]),
    ) as unknown as Open['bodies'],
  };
}

function settledPaging(paging: OpenDocument['paging']): Paging | 'discover' | undefined {
  if (paging === undefined || paging === 'discover') return paging;
  if (paging === 'none' || paging === 'link') return { style: paging };
  const length = paging.length ?? 100;
  if (paging.style === 'page') return { ...paging, page: paging.page ?? 'page', length, first: paging.first ?? 1 };
  if (paging.style === 'offset') return { ...paging, offset: paging.offset ?? 'offset', length };
  return { ...paging, cursor: paging.cursor ?? 'cursor', length };
}

/** With `header`, the address may be left out: the card list sends the headers of the server even without credentials. */
export const settledBuild = (build: BuildDocument): BuildPlace =>
  'header' in build ? { address: '/v2/card', ...build } : build;

/** Joins a path to the address of the target, as for every path in a profile. */
export const addressOfBuild = ({ address }: BuildPlace, url: string): string =>
  address.startsWith('/') ? `${url}${address}` : address;

function settledBody(
  body: NonNullable<OpenDocument['bodies']>[string] | undefined,
): BodyTemplate | 'discover' | 'unknown' | undefined {
  if (body === undefined || body === 'discover' || body === 'unknown') return body;
  if (body === 'none') return { kind: 'none' };
  return 'json' in body ? { kind: 'json', json: body.json } : { kind: 'form', form: body.form };
}

export function settledFixtures(fixtures: NonNullable<ProfileDocument['fixtures']>): Fixtures {
  const { payments = {}, foreign = {} } = fixtures;
  const texts = (ids: readonly (string | number)[] = []) => ids.map(String);
  const beneficiaries = fixtures.beneficiaries ?? 'discover';
  return {
    accounts: fixtures.accounts ?? [],
    cards: stated<readonly string[]>(fixtures.cards, 'discover'),
    wallets: stated<readonly string[]>(fixtures.wallets, 'discover'),
    beneficiaries: stated<readonly string[]>(
      beneficiaries === 'discover' ? beneficiaries : texts(beneficiaries),
      'discover',
    ),
    payments: {
      drafts: payments.drafts ?? [],
      cancellable: texts(payments.cancellable),
      notCancellable: texts(payments.notCancellable),
      others: texts(payments.others),
    },
    foreign: {
      cards: foreign.cards,
      payments: texts(foreign.payments),
      beneficiaries: texts(foreign.beneficiaries),
      wallets: foreign.wallets ?? [],
    },
  };
}

/** Only reads. */
const nothing: Allowance = {
  createBeneficiaries: 0,
  inviteMembers: 0,
  memberEmail: 'assay-<uuid>@example.com',
  memberPhone: '+3706<counter>',
  cancelPayments: 0,
  signDrafts: 0,
  createPayments: 0,
  calculateLimits: true,
  readCredentials: true,
  smsNotification: false,
  setCardLimits: false,
  load: false,
};

/** The bound of every counted allowance under `allow: everything`. */
export const unbounded = Number.MAX_SAFE_INTEGER;

const everything: Allowance = {
  ...nothing,
  createBeneficiaries: unbounded,
  inviteMembers: unbounded,
  cancelPayments: unbounded,
  signDrafts: unbounded,
  createPayments: unbounded,
  smsNotification: true,
  setCardLimits: true,
  load: true,
};

export function settledAllowance(allow: ProfileDocument['allow'] | string): Allowance {
  if (typeof allow === 'string') return allow === 'everything' ? everything : nothing;
  const { webhookReceiver: receiver, ...rest } = allow ?? {};
  return {
    ...nothing,
    ...rest,
    ...(receiver && {
      webhookReceiver: {
        host: receiver.host ?? '127.0.0.1',
        port: receiver.port,
        path: receiver.path ?? '/',
        wait: receiver.wait ?? 10_000,
      },
    }),
  };
}

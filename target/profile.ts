// The profile of a target, settled: references resolved, files read, every default in place. It exists in memory only.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { OperationId } from '../contract/operations.ts';
import { type Problem, ProfileError } from './profile-error.ts';
import { readProfileText } from './profile-reading.ts';
import type { components } from './profile-types.ts';
import { proxyFor } from './proxy.ts';
import { type Environment, reasonOf } from './references.ts';
import { decodeBase32, type TotpSettings } from './totp.ts';
import { usersOfEnvironment } from './users-of-environment.ts';

export { type Problem, ProfileError } from './profile-error.ts';
export type { Environment } from './references.ts';

/** The profile as written. */
export type ProfileDocument = components['schemas']['Profile'];

type OpenDocument = NonNullable<ProfileDocument['open']>;
type UsersDocument = NonNullable<ProfileDocument['users']>;
type MfaDocument = components['schemas']['mfa'];

export const userNames = ['full', 'mfa', 'second', 'restricted'] as const satisfies readonly (keyof UsersDocument)[];
export type UserName = (typeof userNames)[number];
export type ListSyntax = components['schemas']['listSyntax'];

/** Where one-time codes come from. */
export type CodeSource =
  | { readonly kind: 'fixed'; readonly code: string }
  | ({ readonly kind: 'totp' } & Required<TotpSettings>)
  | { readonly kind: 'command'; readonly command: readonly string[]; readonly folder: string };

export type RequestIdSource = NonNullable<MfaDocument['requestId']>;
export type SignTokenPlace = components['schemas']['place'];
export type MfaType = NonNullable<MfaDocument['type']>;

export interface MfaSettings {
  readonly type: MfaType;
  readonly code: CodeSource;
  readonly requestId: RequestIdSource;
  readonly login: 'exchange' | 'again' | 'discover';
  /** Undefined: to be discovered. */
  readonly signToken?: SignTokenPlace;
}

export interface User {
  readonly name: UserName;
  readonly username: string;
  readonly password: string;
  readonly fingerprint: string;
  readonly mfa?: MfaSettings;
  readonly forbidden: readonly OperationId[];
}

/** What a profile says of an open name: the name, or that it is to be discovered, or left alone. */
export type Stated<Value> =
  | { readonly kind: 'declared'; readonly value: Value }
  | { readonly kind: 'discover' }
  | { readonly kind: 'unknown' };

export interface ListName {
  readonly name: string;
  /** Undefined while nobody said how several values travel. */
  readonly list?: ListSyntax;
}

export interface SmsField {
  readonly name: string;
  readonly values: 'numbers' | 'strings' | 'booleans';
}

export type Paging =
  | { readonly style: 'none' }
  | { readonly style: 'link' }
  | {
      readonly style: 'page';
      readonly page: string;
      readonly size?: string;
      readonly length: number;
      readonly first: number;
    }
  | { readonly style: 'offset'; readonly offset: string; readonly limit?: string; readonly length: number }
  | {
      readonly style: 'cursor';
      readonly cursor: string;
      readonly header?: string;
      readonly limit?: string;
      readonly length: number;
    };

/** A body of unnamed shape; `<placeholders>` in it are not yet filled. */
export type BodyTemplate =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly json: unknown }
  | { readonly kind: 'form'; readonly form: Readonly<Record<string, string | number | boolean>> };

export const openBodies = [
  'createPayment',
  'calculateCardLimits',
  'setCardLimits',
  'refreshV2',
  'refreshTokenV2',
] as const satisfies readonly OperationId[];
export type OpenBody = (typeof openBodies)[number];

export interface Open {
  readonly statusFilter: Stated<string>;
  readonly typeFilter: Stated<string>;
  readonly sort: Stated<string>;
  readonly statusFilterV1: Stated<string>;
  readonly typeFilterV1: Stated<string>;
  readonly sortV1: Stated<string>;
  readonly expand: Stated<ListName>;
  readonly include: Stated<ListName>;
  readonly smsField: Stated<SmsField>;
  readonly signToken: Stated<string>;
  readonly signTokenPlaces: Readonly<Partial<Record<OperationId, SignTokenPlace>>>;
  readonly exchangeFlag: Stated<string>;
  readonly memberFlag: Stated<string>;
  readonly formArrays: Stated<ListSyntax>;
  readonly unknownParameters: Stated<'ignored' | 'refused'>;
  readonly sessionsPerUser: Stated<'many' | 'one'>;
  readonly paging: Stated<Paging>;
  readonly bodies: Readonly<Record<OpenBody, Stated<BodyTemplate>>>;
}

export interface Fixtures {
  readonly cards: Stated<readonly string[]>;
  readonly wallets: Stated<readonly string[]>;
  readonly beneficiaries: Stated<readonly string[]>;
  readonly payments: {
    readonly drafts: readonly string[];
    readonly cancellable: readonly string[];
    readonly notCancellable: readonly string[];
    readonly others: readonly string[];
  };
  readonly foreign: {
    readonly cards: readonly string[];
    readonly payments: readonly string[];
    readonly beneficiaries: readonly string[];
    readonly wallets: readonly string[];
  };
}

export interface WebhookReceiver {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly wait: number;
}

export interface Allowance {
  readonly createBeneficiaries: number;
  readonly inviteMembers: number;
  readonly memberEmail: string;
  readonly memberPhone: string;
  readonly cancelPayments: number;
  readonly signDrafts: number;
  readonly createPayments: number;
  readonly calculateLimits: boolean;
  readonly readCredentials: boolean;
  readonly smsNotification: boolean;
  readonly setCardLimits: boolean;
  readonly load: boolean;
  readonly webhookReceiver?: WebhookReceiver;
}

export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

export interface Profile {
  /** How reports call the target. */
  readonly name: string;
  /** The file it came from; absent when the environment alone described the target. */
  readonly file?: string;
  /** SHA-256 of the file as written, secrets unresolved; of nothing when there is no file. */
  readonly digest: string;
  /** Without a slash at its end. */
  readonly url: string;
  /** The path of the URL, such as `/api`; empty when there is none. */
  readonly basePath: string;
  readonly headers: Readonly<Record<string, string>>;
  /** PEM texts. */
  readonly tls: { readonly ca?: string; readonly certificate?: string; readonly key?: string };
  /** The address of the proxy to use for this URL. */
  readonly proxy?: string;
  readonly timeouts: { readonly connect: number; readonly response: number };
  readonly users: { readonly [Name in UserName]?: User };
  readonly open: Open;
  readonly fixtures: Fixtures;
  readonly allow: Allowance;
  readonly declares: {
    readonly success: Readonly<Partial<Record<OperationId, readonly number[]>>>;
    readonly validationStatus?: number;
    readonly rateLimits: Readonly<Partial<Record<OperationId, RateLimit>>>;
  };
}

export interface LoadOptions {
  /** Takes precedence over the profile's and the environment's address. */
  readonly url?: string;
}

/** Throws a `ProfileError` that names every problem and its place. */
export function loadProfile(path: string, env: Environment, options: LoadOptions = {}): Profile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw problemAtStart(path, `the profile cannot be read (${reasonOf(error)})`);
  }
  return readProfile(text, path, env, options);
}

/** The profile of a target of which nobody wrote one: credentials from the environment, everything else discovered. */
export const defaultProfile = (env: Environment, options: LoadOptions = {}): Profile => {
  const { file: _none, ...profile } = readProfile('', 'environment', env, options);
  return profile;
};

export function readProfile(text: string, path: string, env: Environment, options: LoadOptions = {}): Profile {
  // The address on the command line also answers a reference to the variable that would have given it.
  const reading = readProfileText(text, path, options.url ? { ...env, ASSAY_TARGET: options.url } : env);
  const problems: Problem[] = [...reading.problems];
  const complain = (where: string, message: string) => void problems.push(reading.at(where, message));
  const document = reading.value as ProfileDocument;
  if (problems.length > 0) throw new ProfileError(path, problems);

  const url = (options.url ?? env.ASSAY_TARGET ?? document.target?.url ?? '').replace(/\/+$/, '');
  const fault = faultOfAddress(url);
  if (fault) complain('target.url', fault);
  const users = document.users ?? usersOfEnvironment(env);
  if (!users.full && !users.mfa) {
    const advice = document.users
      ? 'neither full nor mfa is among the users; one of them must log in'
      : 'nobody may log in; set ASSAY_USERNAME and ASSAY_PASSWORD or name users in a profile';
    complain('users', advice);
  }
  for (const name of userNames) {
    const code = users[name]?.mfa?.code;
    if (code && 'totp' in code && decodeBase32(code.totp) === undefined) {
      complain(
        `users.${name}.mfa.code.totp`,
        `users.${name}.mfa.code.totp is not base32 (letters A to Z, digits 2 to 7)`,
      );
    }
  }
  const tls = readTls(document, path, complain);
  if (problems.length > 0) throw new ProfileError(path, problems);

  const { target = {}, declares = {} } = document;
  const proxy = proxyFor(url, target.proxy ?? 'none', env);
  return {
    name: document.name ?? url,
    file: path,
    digest: createHash('sha256').update(text).digest('hex'),
    url,
    basePath: new URL(url).pathname.replace(/\/+$/, ''),
    headers: target.headers ?? {},
    tls,
    ...(proxy && { proxy }),
    timeouts: { connect: target.timeouts?.connect ?? 5000, response: target.timeouts?.response ?? 30_000 },
    users: Object.fromEntries(
      userNames.flatMap((name) =>
        users[name] ? [[name, settledUser(name, users[name], dirname(resolve(path)))]] : [],
      ),
    ),
    open: settledOpen(document.open ?? {}),
    fixtures: settledFixtures(document.fixtures ?? {}),
    allow: settledAllowance(document.allow ?? env.ASSAY_ALLOW),
    declares: {
      success: declares.success ?? {},
      ...(declares.validationStatus !== undefined && { validationStatus: declares.validationStatus }),
      rateLimits: declares.rateLimits ?? {},
    },
  };
}

function faultOfAddress(url: string): string | undefined {
  if (url === '') return 'there is no target; give --target, ASSAY_TARGET or target.url';
  if (!URL.canParse(url) || !/^https?:/i.test(url)) return `${url} is not an http or https address`;
  const { username, search, hash } = new URL(url);
  if (username !== '') return 'the address holds credentials; they belong under users';
  return search === '' && hash === '' ? undefined : `${url} has a query or a fragment; paths are appended to it`;
}

const problemAtStart = (path: string, message: string) => new ProfileError(path, [{ line: 1, column: 1, message }]);

function readTls(
  document: ProfileDocument,
  path: string,
  complain: (where: string, message: string) => void,
): Profile['tls'] {
  const files = document.target?.tls ?? {};
  if ((files.certificate === undefined) !== (files.key === undefined)) {
    complain('target.tls', 'target.tls has only one of certificate and key; a client needs both');
  }
  const texts: Record<string, string> = {};
  for (const [key, file] of Object.entries(files)) {
    const found = resolve(dirname(path), file);
    try {
      texts[key] = readFileSync(found, 'utf8');
      if (!texts[key].includes('-----BEGIN ')) complain(`target.tls.${key}`, `the file ${found} is not PEM`);
    } catch (error) {
      complain(`target.tls.${key}`, `the file ${found} cannot be read (${reasonOf(error)})`);
    }
  }
  return texts;
}

type UserDocument = NonNullable<UsersDocument['restricted']>;

const settledUser = (name: UserName, user: UserDocument, folder: string): User => ({
  name,
  username: user.username,
  password: user.password,
  fingerprint: user.fingerprint ?? 'assay',
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

function settledOpen(open: OpenDocument): Open {
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
    exchangeFlag: stated<string>(open.exchangeFlag, 'unknown'),
    memberFlag: stated<string>(open.memberFlag, 'unknown'),
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

function settledBody(
  body: NonNullable<OpenDocument['bodies']>[string] | undefined,
): BodyTemplate | 'discover' | 'unknown' | undefined {
  if (body === undefined || body === 'discover' || body === 'unknown') return body;
  if (body === 'none') return { kind: 'none' };
  return 'json' in body ? { kind: 'json', json: body.json } : { kind: 'form', form: body.form };
}

function settledFixtures(fixtures: NonNullable<ProfileDocument['fixtures']>): Fixtures {
  const { payments = {}, foreign = {} } = fixtures;
  const texts = (ids: readonly (string | number)[] = []) => ids.map(String);
  const beneficiaries = fixtures.beneficiaries ?? 'discover';
  return {
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
      cards: foreign.cards ?? [],
      payments: texts(foreign.payments),
      beneficiaries: texts(foreign.beneficiaries),
      wallets: foreign.wallets ?? [],
    },
  };
}

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

const everything: Allowance = {
  ...nothing,
  createBeneficiaries: Number.MAX_SAFE_INTEGER,
  inviteMembers: Number.MAX_SAFE_INTEGER,
  cancelPayments: Number.MAX_SAFE_INTEGER,
  signDrafts: Number.MAX_SAFE_INTEGER,
  createPayments: Number.MAX_SAFE_INTEGER,
  smsNotification: true,
  setCardLimits: true,
  load: true,
};

function settledAllowance(allow: ProfileDocument['allow'] | string): Allowance {
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

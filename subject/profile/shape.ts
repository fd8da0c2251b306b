// What a profile says once it is settled: types only, and the names of users and of bodies of open shape.

import type { RequirementId } from '../../contract/generated/sentences.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { RedactionRules } from '../../exchange/redaction/redaction.ts';
import type { TotpSettings } from '../session/totp.ts';
import type { components } from './types.ts';

/** The profile as written. */
export type ProfileDocument = components['schemas']['Profile'];

export type OpenDocument = NonNullable<ProfileDocument['open']>;
export type UsersDocument = NonNullable<ProfileDocument['users']>;
export type RedactionDocument = NonNullable<ProfileDocument['redaction']>;
export type DeviationsDocument = NonNullable<ProfileDocument['deviations']>;
export type MfaDocument = components['schemas']['mfa'];

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

interface MfaSettings {
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

/** The members of a beneficiary that describe its account. */
export type BankAccount = NonNullable<NonNullable<ProfileDocument['fixtures']>['accounts']>[number];

export interface Fixtures {
  readonly accounts: readonly BankAccount[];
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
    /** Undefined where the profile leaves them to the lists of the second user. */
    readonly cards: readonly string[] | undefined;
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

/** A must that is accepted although the target does not meet it, or cannot show it. */
export interface Deviation {
  readonly requirement: RequirementId;
  /** The one verdict that is accepted; absent when either is. */
  readonly verdict?: 'untested' | 'fail';
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it is accepted, as in 2026-12-31. */
  readonly until: string;
}

/** Where an answer of the target says which build it comes from: in a header, in a member of its JSON, or as its text. */
export interface BuildPlace {
  /** A path below the target's address, or an address of the same server. */
  readonly address: string;
  readonly header?: string;
  /** A JSON pointer. */
  readonly member?: string;
}

/** Runs in the folder of the profile. */
export interface ResetCommand {
  readonly command: readonly string[];
  readonly folder: string;
}

export interface Profile {
  /** How reports call the target. */
  readonly name: string;
  /** The file it came from; absent when the environment alone described the target. */
  readonly file?: string;
  /** SHA-256 of the file as written, with references to secrets unresolved; of the empty text when there is no file. */
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
  /** Where the target says which build it is; absent where it does not. */
  readonly build?: BuildPlace;
  /** What brings the target back to where a run can begin. */
  readonly reset?: ResetCommand;
  readonly timeouts: { readonly connect: number; readonly response: number };
  readonly users: { readonly [Name in UserName]?: User };
  readonly open: Open;
  readonly fixtures: Fixtures;
  readonly allow: Allowance;
  readonly declares: {
    readonly success: Readonly<Partial<Record<OperationId, readonly number[]>>>;
    readonly validationStatus?: number;
    readonly events: Readonly<Partial<Record<OperationId, readonly string[]>>>;
    readonly rateLimits: Readonly<Partial<Record<OperationId, RateLimit>>>;
  };
  /** Secrets that users declare, besides those that Assay recognises. */
  readonly redaction: RedactionRules;
  /** Musts that are accepted although this target does not meet or show them. */
  readonly deviations: readonly Deviation[];
}

/** The names of the users whom this profile has. */
export const userNamesOf = ({ users }: Pick<Profile, 'users'>): readonly UserName[] =>
  userNames.filter((name) => users[name] !== undefined);

/** Whether these names of users stand for two people of the profile: one person may have several of them. */
export const areTwoPeople = ({ users }: Pick<Profile, 'users'>, one: UserName, other: UserName): boolean =>
  users[one] !== undefined && users[other] !== undefined && users[one].username !== users[other].username;

// This service's decisions on what the specification leaves open; a variant may decide otherwise.
import type { OperationName } from './http/call.ts';
import type { Algorithm } from './limits.ts';

export type LimitedOperation =
  | 'refreshV2'
  | 'refreshTokenV2'
  | 'createPayment'
  | 'calculateCardLimits'
  | 'setCardLimits';

export interface Limit {
  readonly count: number;
  /** Milliseconds. */
  readonly window: number;
}

export interface Settings {
  /** The beginning of every path, before the version. */
  readonly basePath: string;
  /** Names of query parameters and body fields that the specification does not give. */
  readonly names: {
    readonly status: string;
    readonly type: string;
    readonly sort: string;
    readonly include: string;
    readonly expand: string;
    readonly signToken: string;
    readonly smsEnabled: string;
    readonly exchangeFlag: string;
    readonly memberFlag: string;
  };
  /** Separates several values of one parameter. */
  readonly separator: string;
  /** Success statuses other than 200. */
  readonly statuses: Readonly<Partial<Record<OperationName, number>>>;
  readonly validationStatus: number;
  readonly mfaStatus: number;
  readonly mfaAtLogin: 'by user' | 'always' | 'never';
  /** How a sign token becomes a session. */
  readonly mfaLogin: 'exchange' | 'again';
  /** Whether an mfaToken is the request id itself or a JWT that claims it. */
  readonly mfaTokens: 'same' | 'claim';
  readonly signTokens: 'single use' | 'reusable';
  readonly refreshTokens: 'single use' | 'reusable';
  /** What the legacy version does with a card in PROCESS, a status it does not have. */
  readonly processInV1: 'hidden' | 'as ORDERED';
  /** Seconds. */
  readonly lifetimes: {
    readonly access: number;
    readonly refresh: number;
    readonly webSocket: number;
    readonly sign: number;
    readonly mfa: number;
  };
  /** Milliseconds after which an idle connection is closed. */
  readonly keepAlive: number;
  /** Milliseconds that each requested credential costs. */
  readonly credentialDelay: number;
  readonly limiter: Algorithm;
  readonly limits: Readonly<Record<LimitedOperation, Limit>>;
  readonly deliveries: {
    /** The window of the configuration's rateLimit, in milliseconds. */
    readonly window: number;
    readonly attempts: number;
    /** Milliseconds before the second attempt; doubled for each one after it. */
    readonly pause: number;
    readonly timeout: number;
  };
}

export const standing: Settings = {
  basePath: '',
  names: {
    status: 'status',
    type: 'type',
    sort: 'sort',
    include: 'include',
    expand: 'expand',
    signToken: 'signToken',
    smsEnabled: 'enabled',
    exchangeFlag: 'trusted',
    memberFlag: 'validate',
  },
  separator: ',',
  statuses: { calculateCardLimits: 201 },
  validationStatus: 400,
  mfaStatus: 200,
  mfaAtLogin: 'by user',
  mfaLogin: 'exchange',
  mfaTokens: 'same',
  signTokens: 'single use',
  refreshTokens: 'single use',
  processInV1: 'hidden',
  lifetimes: { access: 3600, refresh: 86_400, webSocket: 300, sign: 300, mfa: 300 },
  keepAlive: 72_000,
  credentialDelay: 2,
  limiter: 'sliding log',
  limits: {
    refreshV2: { count: 20, window: 1000 },
    refreshTokenV2: { count: 20, window: 1000 },
    createPayment: { count: 10, window: 1000 },
    calculateCardLimits: { count: 60, window: 1000 },
    setCardLimits: { count: 30, window: 1000 },
  },
  deliveries: { window: 1000, attempts: 3, pause: 100, timeout: 2000 },
};

/** Changes to some settings, at any depth. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] extends object ? Changes<T[K]> : T[K] };

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export const changed = <T extends object>(base: T, changes: Changes<T> = {}): T => {
  const result = { ...base } as Record<string, unknown>;
  for (const [key, value] of Object.entries(changes)) {
    const old = result[key];
    result[key] = isPlain(old) && isPlain(value) ? changed(old, value) : value;
  }
  return result as T;
};

// Where each operation is, who may call it and what body it takes.
import type { OperationName } from './call.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
type BodyForm = 'json' | 'form';

export interface Route {
  readonly operation: OperationName;
  readonly method: Method;
  /** With parameters in braces. */
  readonly path: string;
  readonly security: 'bearer' | 'basic' | 'none';
  /** The forms that a body may have; with none, the body is not read. */
  readonly takes: readonly BodyForm[];
  /** The path that replaces a deprecated operation. */
  readonly replacedBy?: string;
  /** Whether a restricted user is turned away. */
  readonly guarded: boolean;
}

const route = (
  operation: OperationName,
  place: `${Method} /${string}`,
  security: Route['security'],
  more: Partial<Route> = {},
): Route => {
  const [method, path] = place.split(' ') as [Method, string];
  return { operation, method, path, security, takes: [], guarded: security === 'bearer', ...more };
};

const both = ['json', 'form'] as const;
const json = ['json'] as const;

export const routes: readonly Route[] = [
  route('login', 'POST /v3/auth/token', 'basic', { takes: both }),
  route('refreshSession', 'PUT /v3/auth/token', 'none', { takes: ['form'] }),
  route('issueWebSocketToken', 'GET /v3/auth/web-socket', 'bearer', { guarded: false }),
  route('exchangeSignToken', 'POST /v2/auth/token', 'basic', { takes: both, replacedBy: '/v3/auth/token' }),
  route('confirmMfa', 'POST /v2/mfa/{type}/sign/{requestId}', 'basic', { takes: json }),
  route('refreshV2', 'POST /v2/auth/refresh', 'bearer', { takes: both, guarded: false }),
  route('refreshTokenV2', 'POST /v2/auth/token/refresh', 'bearer', { takes: both, guarded: false }),
  route('listCards', 'GET /v2/card', 'bearer'),
  route('readCard', 'GET /v2/card/{id}', 'bearer'),
  route('listCardsV1', 'GET /v1/card', 'bearer', { replacedBy: '/v2/card' }),
  route('readCardV1', 'GET /v1/card/{id}', 'bearer', { replacedBy: '/v2/card/{id}' }),
  route('readCardLimitsV1', 'GET /v1/card/{id}/limits', 'bearer', { replacedBy: '/v2/card/{id}/calculate/limits' }),
  route('calculateCardLimits', 'POST /v2/card/{id}/calculate/limits', 'bearer', { takes: json }),
  route('setCardLimits', 'PATCH /v2/card/{id}/limits', 'bearer', { takes: json }),
  route('readCardCredentials', 'POST /v2/card/{id}/credentials', 'bearer', { takes: json }),
  route('setSmsBalanceNotification', 'PATCH /v2/card/{id}/sms-balance-notification', 'bearer', { takes: both }),
  route('readPayment', 'GET /v2/payment/{id}', 'bearer', { guarded: false }),
  route('cancelPayment', 'POST /v1/payment/{id}/cancel', 'bearer'),
  route('signPayments', 'POST /v3/payment/sign', 'bearer', { takes: json }),
  route('createPayment', 'POST /v3/payment', 'bearer', { takes: json }),
  route('createBeneficiary', 'POST /v2/beneficiary', 'bearer', { takes: json }),
  route('readBeneficiary', 'GET /v1/beneficiary/{id}', 'bearer'),
  route('inviteMember', 'POST /v2/member', 'bearer', { takes: both }),
  route('readWebhook', 'GET /v2/webhook', 'bearer'),
  route('listWebhookEvents', 'GET /v2/webhook/event', 'bearer'),
];

// Other orders in which a request is checked, and other choices of what is not checked.

import { misplaced, refused, unknownPayment, unknownResource } from '../errors.ts';
import { fieldOf, withFields } from '../faults/edits.ts';
import type { Answer, Call } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import { success } from '../operations/answers.ts';
import { isUuid } from '../operations/payments.ts';
import { paymentPermissions } from '../permissions.ts';
import type { Service } from '../service-state.ts';
import type { TokenKind } from '../tokens.ts';
import { variant } from './variant.ts';

const others: readonly TokenKind[] = ['refresh', 'webSocket', 'sign', 'mfa'];

const bearerOf = ({ headers }: Call): string => headers.authorization?.replace(/^bearer +/i, '') ?? '';

const exists = (id: string, { data }: Service): boolean =>
  [...data.accounts.values()].some(
    ({ cards, payments, beneficiaries }) => cards.find(id) ?? payments.find(id) ?? beneficiaries.find(id),
  );

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const head = base64({ alg: 'HS256', typ: 'JWT' });

export const orderVariants = [
  variant('unknown-before-credentials', {
    reads: 'which of two refusals comes first',
    does: 'says that something does not exist before it asks who wants to know',
    outside: {
      every: async (next, call, service): Promise<Answer> => {
        const answer = await next(call);
        const { id } = call.parameters;
        if (answer.status !== 401 || id === undefined || exists(id, service)) return answer;
        const unknown = call.operation === 'readPayment' ? unknownPayment : unknownResource;
        return unknown('There is nothing by this id.');
      },
    },
  }),
  variant('calculation-body-before-credentials', {
    reads: 'the body of a calculation, and which of two refusals comes first',
    does: 'wants a period to calculate limits for, before it asks who wants to know',
    outside: {
      calculateCardLimits: (next, call) =>
        call.bytes.includes('"period"') ? next(call) : refused(400, 'period must be given.'),
    },
    profile: { open: { bodies: { calculateCardLimits: { json: { period: 'month' } } } } },
  }),
  variant('other-tokens-forbidden', {
    reads: 'what a real token of another kind is refused with',
    does: 'answers 403 to it, as one of insufficient scope',
    outside: {
      every: async (next, call, { tokens }) => {
        const answer = await next(call);
        const isOther = others.some((kind) => tokens.owner(kind, bearerOf(call)) !== undefined);
        return answer.status === 401 && isOther ? refused(403, 'This token is not for this.') : answer;
      },
    },
  }),
  variant('fingerprint-optional', {
    reads: 'whether a device must be named',
    does: 'logs in and exchanges without a fingerprint',
    around: {
      login: (next, call) =>
        next(fieldOf(call, 'fingerprint') === undefined ? withFields(call, { fingerprint: 'unknown' }) : call),
      exchangeSignToken: (next, call) =>
        next(fieldOf(call, 'fingerprintid') === undefined ? withFields(call, { fingerprintid: 'unknown' }) : call),
    },
  }),
  variant('signed-tokens', {
    reads: 'what tokens are made of',
    does: 'issues access tokens that are equal within one second, and tells a forged refresh token by its signature',
    issue: (next, kind, user, { notes, tokens }) => {
      const issued = next(kind, user);
      if (kind !== 'access') return issued;
      const second = `access ${user.name} ${issued.expiredAt}`;
      const known = notes.get(second);
      if (typeof known === 'string') tokens.spend('access', issued.token);
      else notes.set(second, issued.token);
      return typeof known === 'string' ? { ...issued, token: known } : issued;
    },
    around: {
      login: async (next, call) => withSignedRefresh(await next(call)),
      refreshSession: async (next, call, { settings, tokens }) => {
        const token = fieldOf(call, 'token');
        const inner = typeof token === 'string' ? refreshIn(token) : undefined;
        if (typeof token === 'string' && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) {
          const isForged = inner === undefined || token !== signedRefresh(inner);
          if (isForged || tokens.owner('refresh', inner) === undefined) {
            return misplaced(settings.validationStatus, { body: { token: 'The token is not valid.' } });
          }
        }
        return withSignedRefresh(await next(inner === undefined ? call : withFields(call, { token: inner })));
      },
      refreshV2: (next, call) => next(withPlainRefresh(call, 'refreshToken')),
      refreshTokenV2: (next, call) => next(withPlainRefresh(call, 'token')),
    },
  }),
  variant('invitations-without-factor', {
    reads: 'when MFA is demanded',
    does: 'asks nobody who invites a member for a sign token, and does not look at one',
    leaves: {
      'MEM-11': 'no invitation needs a sign token',
    },
    around: {
      inviteMember: (next, call, { tokens }) =>
        next(withFields(call, { signToken: tokens.issue('sign', call.user!).token })),
    },
  }),
  variant('bad-payments-listed', {
    reads: 'whether one bad payment stops the others, and how it is told',
    does: 'signs those that can be signed and lists the others in data as rejected',
    around: { signPayments: listing((rejected) => ({ rejected })) },
  }),
  variant('bad-payments-told-one-by-one', {
    reads: 'whether one bad payment stops the others, and how it is told',
    does: 'signs those that can be signed and gives each of the others in data with a status of its own',
    around: {
      signPayments: listing((rejected) => ({ payments: rejected.map((id) => ({ id, status: 'REJECTED' })) })),
    },
  }),
  variant('bad-payments-not-found', {
    reads: 'whether one bad payment stops the others, and how it is told',
    does: 'signs those that can be signed, lists them in data, and lists the others as not found',
    around: { signPayments: listing((notFound, signed) => ({ signed, notFound })) },
  }),
  variant('drafts-refused-together', {
    reads: 'drafts that pass alone, and whether they pass together',
    does: 'refuses to validate and to sign more than one draft at a time, as more than the balance covers',
    around: {
      signPayments: (next, call) => {
        const id = fieldOf(call, 'id');
        return Array.isArray(id) && id.length > 1 ? refused(403, 'Together these exceed the balance.') : next(call);
      },
    },
  }),
  variant('drafts-rejected-behind-the-first', {
    reads: 'drafts that pass alone, and whether they pass together',
    does: 'signs the first of several and lists the others in data as rejected, as more than the balance covers',
    around: { signPayments: takingTheFirst(() => true) },
  }),
  variant('drafts-rejected-when-signed', {
    reads: 'drafts that pass alone, and whether they pass together',
    does: 'validates several, signs the first, and lists the others in data as rejected',
    around: { signPayments: takingTheFirst(({ query }) => query.validate === '0') },
  }),
  variant('many-drafts-at-the-third-attempt', {
    reads: 'what may keep drafts that pass from being signed for a while',
    does: 'refuses twice to sign four drafts or more in one request, while limits are reserved for them',
    around: {
      signPayments: (next, call, { notes, tokens, settings: { names } }) => {
        const id = fieldOf(call, 'id');
        const isShown = tokens.owner('sign', call.query[names.signToken] ?? '') === call.user;
        if (!isShown || call.query.validate !== '0' || !Array.isArray(id) || id.length < 4) return next(call);
        const count = Number(notes.get('signatures of many') ?? 0) + 1;
        notes.set('signatures of many', count);
        return count < 3 ? refused(403, 'Limits are being reserved for these.') : next(call);
      },
    },
  }),
  variant('one-payment-without-list', {
    reads: 'whether the UUID of one payment to sign needs a list around it',
    does: 'takes one alone as well',
    around: {
      signPayments: (next, call) => {
        const id = fieldOf(call, 'id');
        return next(isUuid(id) ? withFields(call, { id: [id] }) : call);
      },
    },
  }),
  variant('bad-payments-skipped', {
    reads: 'whether one bad payment stops the others',
    does: 'signs those that can be signed and leaves the others',
    around: {
      signPayments: (next, call, service) => {
        const id = fieldOf(call, 'id');
        if (!Array.isArray(id) || !id.every(isUuid)) return next(call);
        const kept = id.filter((uuid) => isSignable(call, service, uuid));
        return next(kept.length === 0 ? call : withFields(call, { id: kept }));
      },
    },
  }),
];

function listing(told: (rejected: readonly unknown[], kept: readonly unknown[]) => object): Around {
  return async (next, call, service) => {
    const id = fieldOf(call, 'id');
    if (!Array.isArray(id)) return next(call);
    const kept = id.filter((uuid) => isUuid(uuid) && isSignable(call, service, uuid));
    const rejected = id.filter((uuid) => !kept.includes(uuid));
    if (rejected.length === 0) return next(call);
    const listed = success(service, call, { status: 'ACCEPTED', data: told(rejected, kept) });
    if (kept.length === 0) return listed;
    const answer = await next(withFields(call, { id: kept }));
    return (answer.body as { status?: unknown }).status === 'ACCEPTED' ? listed : answer;
  };
}

function takingTheFirst(isSuch: (call: Call) => boolean): Around {
  return async (next, call, service) => {
    const id = fieldOf(call, 'id');
    if (!isSuch(call) || !Array.isArray(id) || id.length < 2) return next(call);
    const [first, ...rejected] = id;
    const answer = await next(withFields(call, { id: [first] }));
    const isTaken = (answer.body as { readonly status?: unknown }).status === 'ACCEPTED';
    return isTaken ? success(service, call, { status: 'ACCEPTED', data: { rejected } }) : answer;
  };
}

function isSignable({ user }: Call, { data }: Service, uuid: string): boolean {
  const payment = data.accounts.get(user!.name)!.payments.byUuid(uuid);
  return payment !== undefined && paymentPermissions(payment).canSign;
}

/** A refresh token as a JWT that has the real token as a claim. Its signature stands for one that only the service can make. */
const signedRefresh = (token: string): string =>
  `${head}.${base64({ kind: 'refresh', jti: token })}.${Buffer.from([...token].reverse().join('')).toString('base64url')}`;

function refreshIn(token: string): string | undefined {
  const [, claims = ''] = token.split('.');
  try {
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { jti?: string }).jti;
  } catch {
    return undefined;
  }
}

/** Replaces a signed refresh token in the call by the token inside. A forged one stays, and is refused. */
function withPlainRefresh(call: Call, field: string): Call {
  const token = fieldOf(call, field);
  const inner = typeof token === 'string' ? refreshIn(token) : undefined;
  return inner !== undefined && token === signedRefresh(inner) ? withFields(call, { [field]: inner }) : call;
}

function withSignedRefresh(answer: Answer): Answer {
  const body = answer.body as { refresh?: { token: string } } | undefined;
  if (body?.refresh === undefined) return answer;
  return { ...answer, body: { ...body, refresh: { ...body.refresh, token: signedRefresh(body.refresh.token) } } };
}

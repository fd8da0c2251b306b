// From call to answer: who the caller is, whether the operation and the limit allow the call, what its body is, and what the
// operation answers.
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { authenticate } from '../authentication.ts';
import { refused } from '../errors.ts';
import { createLimiter, type Decision, type Limiter } from '../limits.ts';
import type { Service } from '../service-state.ts';
import type { Limit, LimitedOperation } from '../settings.ts';
import type { Call, Handler, OperationName, Operations } from './call.ts';
import { readBody } from './reading.ts';
import { type Route, routes } from './routes.ts';
import type { Around, Seams } from './seams.ts';
import { wrapped } from './wrapped.ts';

/** The time since which the deprecated operations are deprecated. */
const deprecatedAt = Math.floor(Date.UTC(2025, 0, 1) / 1000);

const challenge = (security: Route['security']): Record<string, string> => ({
  'www-authenticate': security === 'basic' ? 'Basic realm="accounts", charset="UTF-8"' : 'Bearer',
});

/** Identical payments share a limit; the other limited operations have one for each user. */
const limitKey = (call: Call): string =>
  call.operation === 'createPayment'
    ? `${call.user?.name} ${createHash('sha1').update(call.bytes).digest('base64')}`
    : `${call.user?.name}`;

const limitHeaders = (name: string, limit: Limit | undefined, { remaining, wait }: Decision): Record<string, string> =>
  limit === undefined
    ? {}
    : {
        'ratelimit-policy': `"${name}";q=${limit.count};w=${Math.max(1, Math.ceil(limit.window / 1000))}`,
        ratelimit: `"${name}";r=${remaining};t=${Math.ceil(wait / 1000)}`,
      };

export const createPipeline = (
  service: Service,
  operations: Operations,
  seams: readonly Seams[],
): Map<OperationName, Handler> => {
  const { settings } = service;
  const limiters = new Map<string, Limiter>(
    Object.entries(settings.limits).map(([name, { count, window }]) => [
      name,
      createLimiter(settings.limiter, count, window),
    ]),
  );

  const limit = wrapped(
    (call: Call): Decision | undefined => limiters.get(call.operation)?.take(limitKey(call), performance.now()),
    seams.map(({ limit: seam }) => seam && ((next, call) => seam(next, call, service))),
  );

  const limited =
    (handler: Handler): Handler =>
    async (call) => {
      const decision = limit(call);
      if (decision === undefined) return handler(call);
      const headers = limitHeaders(call.operation, settings.limits[call.operation as LimitedOperation], decision);
      if (!decision.allowed) {
        const wait = String(Math.max(1, Math.ceil(decision.wait / 1000)));
        return refused(429, 'Too many requests.', { ...headers, 'retry-after': wait });
      }
      if (decision.queued) await setTimeout(decision.queued);
      const answer = await handler(call);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    };

  const noted =
    (handler: Handler, replacedBy: string): Handler =>
    async (call) => {
      const answer = await handler(call);
      const link = `<${settings.basePath}${replacedBy}>; rel="successor-version"`;
      return { ...answer, headers: { deprecation: `@${deprecatedAt}`, link, ...answer.headers } };
    };

  const around = (handler: Handler, arounds: readonly (Around | undefined)[]): Handler =>
    wrapped(
      handler,
      arounds.map((seam) => seam && ((next, call) => seam(next, call, service))),
    );

  const handlerOf = (route: Route): Handler => {
    const { operation, security, guarded, takes, replacedBy } = route;
    const identify = wrapped(
      (call: Call) => authenticate(call, security, service.tokens, service.data.users),
      seams.map(({ authenticate: seam }) => seam && ((next, call) => seam(next, call, service))),
    );
    const isPermitted = wrapped(
      (call: Call) => !(guarded && call.user?.access === 'restricted'),
      seams.map(({ permit }) => permit),
    );
    const read = wrapped(
      (call: Call) => readBody(call, takes),
      seams.map(({ read: seam }) => seam),
    );

    const inner = around(
      around(
        operations[operation]!,
        seams.map((seam) => seam.around?.[operation]),
      ),
      seams.map((seam) => seam.around?.every),
    );
    const isLimited = operation in settings.limits || seams.some((seam) => seam.limit !== undefined);
    const handler = isLimited ? limited(inner) : inner;

    const admitted: Handler = (call) => {
      const user = security === 'none' ? undefined : identify(call);
      if (user === undefined && security !== 'none') {
        return refused(401, 'Valid credentials are required.', challenge(security));
      }
      const known = { ...call, user };
      return isPermitted(known)
        ? handler({ ...known, body: read(known) })
        : refused(403, 'This is not allowed to you.');
    };

    return around(
      around(
        replacedBy === undefined ? admitted : noted(admitted, replacedBy),
        seams.map((seam) => seam.outside?.[operation]),
      ),
      seams.map((seam) => seam.outside?.every),
    );
  };

  return new Map(routes.map((route) => [route.operation, handlerOf(route)]));
};

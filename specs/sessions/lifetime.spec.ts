// How long tokens live (Resources / Session token objects; Authentication, rules 4 and 7).
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { freshSession, inSession, refreshableSession, refreshed } from '../../harness/prepare/fresh-session.ts';
import { jsonOf, statusOf, within } from '../../subject/answers.ts';

const clocksApart = 60_000;

requirement('SESS-06', 'the expiredAt of a token just issued lies expiresIn ahead of now', async (check) => {
  const session = await refreshableSession(check);
  const { exchange: renewal, access } = await refreshed(check, session.refresh);
  const webSocket = await check.api.call('issueWebSocketToken', inSession({ user: session.user, access }));
  const pairs = [session.login, renewal].filter((pair) => pair !== undefined);
  for (const pair of pairs) expect(pair).toSatisfy(expiryAgrees(pairs, ['access'], ['refresh']));
  expect(webSocket).toSatisfy(expiryAgrees([webSocket], []));
});

const units = [1, 1000];
const readings = units.flatMap((ofExpiredAt) => units.map((ofExpiresIn) => ({ ofExpiredAt, ofExpiresIn })));

/** The units of both members are open, but there must be one pair of units with which they agree for all tokens in all these answers. */
const expiryAgrees =
  (all: readonly Exchange[], ...places: readonly (readonly string[])[]) =>
  (exchange: Exchange): Mismatch => {
    const told = all.flatMap((answer) =>
      places.flatMap((place) => {
        const [expiredAt, expiresIn] = ['expiredAt', 'expiresIn'].map((name) => within(jsonOf(answer), ...place, name));
        const isTold = typeof expiredAt === 'number' && typeof expiresIn === 'number';
        return isTold ? [{ answer, place, expiredAt, expiresIn }] : [];
      }),
    );
    const isRight = ({ answer, expiredAt, expiresIn }: (typeof told)[number], reading: (typeof readings)[number]) => {
      const { startedAt, ended } = answer.times;
      const issuedAt = expiredAt * reading.ofExpiredAt - expiresIn * reading.ofExpiresIn;
      return Math.max(startedAt - issuedAt, issuedAt - (startedAt + ended)) <= clocksApart;
    };
    const agreeing = readings.map((reading) => told.filter((token) => isRight(token, reading)));
    const most = agreeing.reduce((best, tokens) => (tokens.length > best.length ? tokens : best));
    const wrong = told.find((token) => token.answer === exchange && !most.includes(token));
    if (wrong === undefined) return undefined;
    const where = wrong.place.length === 0 ? '' : ` of ${wrong.place.join('.')}`;
    return {
      expected: `expiredAt${where} to lie expiresIn ahead, within 60 s, in the units of every token pair`,
      got: `${wrong.expiredAt}, with expiresIn ${wrong.expiresIn}`,
    };
  };

requirement(
  'SESS-21',
  'token lifetimes, and whether earlier tokens of a user outlive a refresh or a new login, are not shown',
  async (check) => {
    const { api, observe } = check;
    const earlier = await refreshableSession(check);
    const lifetime = (token: string) => within(jsonOf(earlier.login ?? renewed.exchange), token, 'expiresIn');
    const later = await freshSession(check, earlier.user);
    const admits = async (access: string) =>
      statusOf(await api.call('issueWebSocketToken', inSession({ user: earlier.user, access }))) !== 401;
    const outlivesLogin = await admits(earlier.access);
    observe(`an access token ${outlivesLogin ? 'outlives' : 'ends with'} a later login of its user`);
    const renewed = await refreshed(check, later.refresh ?? earlier.refresh);
    observe(`an access token ${(await admits(later.access)) ? 'outlives' : 'ends with'} the refresh of its pair`);
    const again = await api.call('refreshSession', { form: { token: later.refresh ?? earlier.refresh } });
    observe(`a refresh token that was used is answered with ${statusOf(again) ?? 'nothing'}`);
    observe(`expiresIn of an access token is ${lifetime('access')}, of a refresh token ${lifetime('refresh')}`);
  },
);

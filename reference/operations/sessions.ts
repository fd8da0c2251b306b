// Sessions: login, refresh, the WebSocket token and the deprecated exchange of a sign token.

import { fieldErrors, type Messages, misplaced, refused, unknownToken } from '../errors.ts';
import type { Answer, Call, Operations } from '../http/call.ts';
import type { Service } from '../service-state.ts';
import type { User } from '../users.ts';
import { demandMfa, fieldsOf, isFlag, spendSignToken, success, unreadable } from './answers.ts';

const longestFingerprint = 64;

const fingerprintProblem = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return 'A device fingerprint is required, as text.';
  return [...value].length > longestFingerprint ? `At most ${longestFingerprint} characters.` : undefined;
};

export const sessions = (service: Service): Operations => {
  const { settings, tokens } = service;

  const pairFor = (user: User) => ({ access: tokens.issue('access', user), refresh: tokens.issue('refresh', user) });

  const asksForMfa = (user: User): boolean =>
    settings.mfaAtLogin === 'always' || (settings.mfaAtLogin === 'by user' && user.mfaAtLogin);

  const login = (call: Call): Answer => {
    const user = call.user!;
    const bad = unreadable(call.body);
    if (bad) return bad;
    const { fingerprint, signToken } = fieldsOf(call.body);
    const problem = fingerprintProblem(fingerprint);
    if (problem !== undefined) return fieldErrors(settings.validationStatus, { fingerprint: problem });
    if (!asksForMfa(user)) return success(service, call, pairFor(user));
    if (settings.mfaLogin !== 'again' || signToken === undefined) return demandMfa(service, user);
    if (typeof signToken !== 'string' || tokens.owner('sign', signToken) !== user) {
      return refused(401, 'The sign token is not valid.');
    }
    spendSignToken(service, signToken);
    return success(service, call, pairFor(user));
  };

  const refreshSession = (call: Call): Answer => {
    const bad = unreadable(call.body);
    if (bad) return bad;
    const { token } = fieldsOf(call.body);
    if (typeof token !== 'string' || token === '') {
      return misplaced(settings.validationStatus, { body: { token: 'The refresh token is required.' } });
    }
    const user = tokens.owner('refresh', token);
    if (user === undefined) return unknownToken('There is no such refresh token.');
    if (settings.refreshTokens === 'single use') tokens.spend('refresh', token);
    return success(service, call, pairFor(user));
  };

  const tokenSetFor = (user: User, refreshToken: string) => ({
    status: 'SUCCESS',
    data: {
      accessToken: tokens.issue('access', user).token,
      refreshToken,
      wsToken: tokens.issue('webSocket', user).token,
    },
  });

  const exchangeSignToken = (call: Call): Answer => {
    const user = call.user!;
    const bad = unreadable(call.body);
    if (bad) return bad;
    const { signToken, fingerprintid } = fieldsOf(call.body);
    const flag = call.query[settings.names.exchangeFlag];
    const query: Messages =
      flag === undefined || isFlag(flag, 'text') ? {} : { [settings.names.exchangeFlag]: 'It must be 0 or 1.' };
    const body: Messages = {
      ...(typeof signToken !== 'string' && { signToken: 'A sign token is required, as text.' }),
      ...(typeof fingerprintid !== 'string' && { fingerprintid: 'A device fingerprint is required, as text.' }),
    };
    if (Object.keys(query).length + Object.keys(body).length > 0) {
      return misplaced(settings.validationStatus, { query, body });
    }
    if (tokens.owner('sign', signToken as string) !== user) return refused(401, 'The sign token is not valid.');
    spendSignToken(service, signToken as string);
    return success(service, call, tokenSetFor(user, tokens.issue('refresh', user).token));
  };

  /** The two older refreshes. The specification leaves their shape open: the refresh token goes in the body and stays valid. */
  const refreshWith =
    (field: string) =>
    (call: Call): Answer => {
      const bad = unreadable(call.body);
      if (bad) return bad;
      const token = fieldsOf(call.body)[field];
      if (typeof token !== 'string' || token === '') {
        return refused(settings.validationStatus, `The refresh token is required in ${field}.`);
      }
      if (tokens.owner('refresh', token) !== call.user) return refused(401, 'The refresh token is not valid.');
      return success(service, call, tokenSetFor(call.user!, token));
    };

  return {
    login,
    refreshSession,
    exchangeSignToken,
    issueWebSocketToken: (call) => success(service, call, tokens.issue('webSocket', call.user!)),
    refreshV2: refreshWith('refreshToken'),
    refreshTokenV2: refreshWith('token'),
  };
};

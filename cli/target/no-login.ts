// Why the login at the target failed, in plain words and with what can be done about it.
import { header } from '../../contract/wire.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { fromHere } from '../../reports/folder.ts';
import { responseOf, statusOf } from '../../subject/answers.ts';
import type { Profile, UserName } from '../../subject/profile/profile.ts';
import type { FailedLogin } from '../../subject/session/session.ts';

export function noLogin({ kind, because, exchange }: FailedLogin, profile: Profile, user: UserName): string {
  const { url, file } = profile;
  const status = exchange && statusOf(exchange);
  if (status === 429)
    return `${url} limits the login of the user ${user}: ${because}. Run again when the limit is over${statedWait(exchange)}.`;
  if (status !== undefined && status >= 500)
    return `${url} fails at the login of the user ${user}: ${because}. Its own log may say why.`;
  const credentials = file === undefined ? environmentOf(user) : `users.${user} in ${fromHere(file)}`;
  switch (kind) {
    case 'unreachable':
      return isUntrusted(exchange)
        ? `${url} was reached, but no trusted TLS connection could be made: ${because}. Is the address right? A certificate authority of your own goes into target.tls of the profile.`
        : unreachable(url, because);
    case 'refused':
      if (isNoLogin(exchange)) return `${url} has no login of the user ${user}: ${because}. ${askedAddress}`;
      return `${url} refuses the login of the user ${user}: ${because}. Check ${credentials}.`;
    case 'notUnderstood':
      return `the login of the user ${user} at ${url} is not understood: ${because}. ${askedAddress}`;
  }
}

const askedAddress = 'Does the address end before /v1, /v2 and /v3?';

/** Whether the address has no login: it answers that there is nothing, or not for POST, where a login would refuse with 401 or 403. */
const isNoLogin = (exchange: Exchange): boolean =>
  [404, 405, 410].includes(statusOf(exchange) ?? 0) && exchange.request.url.includes('/v3/auth/token');

const isUntrusted = (exchange: Exchange | undefined): boolean =>
  exchange?.outcome.kind === 'failed' && exchange.outcome.failure.kind === 'tls';

export const unreachable = (url: string, because: string): string =>
  `${url} cannot be reached: ${because}. Is the address right, and is it running?`;

/** How long the target tells the client to wait. */
const statedWait = (exchange: Exchange | undefined): string => {
  const seconds = header((exchange && responseOf(exchange)?.headers) ?? [], 'retry-after');
  return seconds !== undefined && /^\d{1,9}$/.test(seconds) ? `, in ${seconds} s as it says` : '';
};

/** `seconds`: how long the command waited for the target. */
export const afterWaiting = (seconds: number): string =>
  seconds > 0 ? ` It was waited for ${seconds} s.` : ' --wait 60 waits for one that is still starting.';

const environmentOf = (user: UserName): string => {
  const prefix = user === 'full' ? 'ASSAY' : `ASSAY_${user.toUpperCase()}`;
  return `${prefix}_USERNAME and ${prefix}_PASSWORD`;
};

// The cookies that a user is given, by which a server may keep a separate session besides the tokens.
import { type Headers, header } from '../../../contract/wire.ts';
import { fieldBytes } from '../../../exchange/client/client.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { inSession, logIn, pairOf, userForLogins } from '../../../harness/prepare/fresh-session.ts';
import type { UserName } from '../../../subject/profile/profile.ts';

/** The Cookie header with what a login, a call with its token and a refresh have set; undefined where they set nothing. */
export async function cookiesOf(
  check: Check,
  user: UserName = userForLogins(check.api),
): Promise<{ readonly headers: Headers } | undefined> {
  const { api } = check;
  const login = await logIn(api, user);
  // A second login would only meet a second demand.
  const byForm = pairOf(login) && (await logIn(api, user, { kind: 'form' }));
  const pair = (byForm && pairOf(byForm)) ?? pairOf(login);
  const read = await api.call('readWebhook', pair ? inSession({ user, access: pair.access }) : { as: user });
  const refresh = pair && (await api.call('refreshSession', { form: { token: pair.refresh } }));
  const set = [login, byForm, read, refresh].flatMap((one) => (one ? setBy(one) : []));
  return set.length === 0 ? undefined : { headers: asCookies(check, set) };
}

type Cookie = readonly [name: string, value: string];

/** Added to the cookies of the profile, by which a gateway may recognise the tester. */
export function asCookies({ profile }: Pick<Check, 'profile'>, cookies: readonly Cookie[]): Headers {
  const own = fieldBytes(header(Object.entries(profile.headers), 'cookie') ?? '');
  const kept = [...own.matchAll(/([^=;\s]+)=([^;]*)/g)].map(([, name, value]): Cookie => [name!, value!.trim()]);
  const all = new Map([...kept, ...cookies]);
  return [['cookie', [...all].map(([name, value]) => `${name}=${value}`).join('; ')]];
}

function setBy({ outcome }: Exchange): readonly Cookie[] {
  if (outcome.kind !== 'answered') return [];
  return outcome.response.headers
    .filter(([name]) => name.toLowerCase() === 'set-cookie')
    .flatMap(([, set]) => {
      const [, name, value] = /^\s*([^=;\s]+)=([^;]+)/.exec(set) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value.trim()] as const];
    });
}

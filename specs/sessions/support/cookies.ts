// The cookies that a user is given. A server may keep a session of its own by them, beside the tokens.
import type { Headers } from '../../../contract/wire.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { inSession, logIn, pairOf, userForLogins } from '../../../harness/prepare/fresh-session.ts';
import type { UserName } from '../../../subject/profile/profile.ts';

/** As a header that sends back what a login, a call with its token and a refresh have set; undefined where they set nothing. */
export async function cookiesOf(
  { api }: Check,
  user: UserName = userForLogins(api),
): Promise<{ readonly headers: Headers } | undefined> {
  const login = await logIn(api, user);
  // Where a login demands a second factor, another one would only make a second demand.
  const byForm = pairOf(login) && (await logIn(api, user, { kind: 'form' }));
  const pair = (byForm && pairOf(byForm)) ?? pairOf(login);
  const read = await api.call('readWebhook', pair ? inSession({ user, access: pair.access }) : { as: user });
  const refresh = pair && (await api.call('refreshSession', { form: { token: pair.refresh } }));
  const cookies = new Map([login, byForm, read, refresh].flatMap((one) => (one ? setBy(one) : [])));
  const text = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return text === '' ? undefined : { headers: [['cookie', text]] };
}

function setBy({ outcome }: Exchange): readonly (readonly [name: string, value: string])[] {
  if (outcome.kind !== 'answered') return [];
  return outcome.response.headers
    .filter(([name]) => name.toLowerCase() === 'set-cookie')
    .flatMap(([, set]) => {
      const [, name, value] = /^\s*([^=;\s]+)=([^;]+)/.exec(set) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value.trim()] as const];
    });
}

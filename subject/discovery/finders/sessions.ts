// Finds out whether a new login of one user ends an earlier session of his, at once or when there are some.
import { statusOf } from '../../answers.ts';
import type { Api } from '../../api.ts';
import type { Finding } from '../../names.ts';

/** A target that allows only a few sessions ends the earliest by the last of these. */
const events = [
  ['a second login', 0],
  ['some more logins', 5],
] as const;

export async function discoverSessionsPerUser(api: Api): Promise<Finding<'many' | 'one'>> {
  const session = await api.session();
  if (session.secondFactor) return { kind: 'undecided', because: 'a second login would take a second factor' };
  const authorization = `Bearer ${await session.accessToken()}`;
  if (statusOf(await api.call('listCards', { authorization })) === 401) {
    return { kind: 'undecided', because: 'the first session did not work to begin with' };
  }
  const second = await api.freshLogin();
  if (second.kind !== 'loggedIn') return { kind: 'undecided', because: `a second login failed: ${second.because}` };
  for (const [event, logins] of events) {
    await Promise.all(Array.from({ length: logins }, () => api.freshLogin()));
    if (statusOf(await api.call('listCards', { authorization })) !== 401) continue;
    await session.renew();
    return { kind: 'found', value: 'one', because: `a session gave 401 after ${event}` };
  }
  return { kind: 'found', value: 'many', because: 'a session went on after several other logins' };
}

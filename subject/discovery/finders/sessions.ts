// Finds out whether a second login of one user ends the first session.
import { statusOf } from '../../answers.ts';
import type { Api } from '../../api.ts';
import type { Finding } from '../../names.ts';

export async function discoverSessionsPerUser(api: Api): Promise<Finding<'many' | 'one'>> {
  const session = await api.session();
  if (session.secondFactor) return { kind: 'undecided', because: 'a second login would take a second factor' };
  const authorization = `Bearer ${await session.accessToken()}`;
  if (statusOf(await api.call('listCards', { authorization })) === 401) {
    return { kind: 'undecided', because: 'the first session did not work to begin with' };
  }
  const second = await api.freshLogin();
  if (second.kind !== 'loggedIn') return { kind: 'undecided', because: `a second login failed: ${second.because}` };
  const after = statusOf(await api.call('listCards', { authorization }));
  if (after !== 401) return { kind: 'found', value: 'many', because: 'a session went on after a second login' };
  await session.renew();
  return { kind: 'found', value: 'one', because: 'a session gave 401 after a second login' };
}

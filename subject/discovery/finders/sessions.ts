// Finds out whether new logins of a user, or the refresh of a session, end another session: at once, or when there are several.
import { statusOf } from '../../answers.ts';
import type { Api } from '../../api.ts';
import { bearer } from '../../connection.ts';
import type { Knowledge } from '../../names.ts';

/** Logins after the second: a target that allows only a few sessions has ended the first by then. */
const moreLogins = 5;

export async function discoverSessionsPerUser(api: Api): Promise<Knowledge<'many' | 'one'>> {
  const session = await api.session();
  if (session.secondFactor) return { kind: 'undecided', because: 'a second login would take a second factor' };
  const authorization = bearer(await session.accessToken());
  const isOver = async () => statusOf(await api.call('listCards', { authorization })) === 401;
  if (await isOver()) return { kind: 'undecided', because: 'the first session did not work to begin with' };
  const second = await api.freshLogin();
  if (second.kind !== 'loggedIn') return { kind: 'undecided', because: `a second login failed: ${second.because}` };
  if (!(await isOver())) {
    await Promise.all(Array.from({ length: moreLogins }, () => api.freshLogin()));
    await second.session.renew();
  }
  if (!(await isOver()))
    return { kind: 'found', value: 'many', because: 'a session went on after other logins and a refresh' };
  await session.renew();
  return { kind: 'found', value: 'one', because: 'a session gave 401 after other logins, or the refresh of one' };
}

/** Whether a session goes on after so many other logins of its user at once; undefined where each login takes a second factor. */
export async function outlives(api: Api, logins: number): Promise<boolean | undefined> {
  const session = await api.session();
  if (session.secondFactor) return undefined;
  const authorization = bearer(await session.accessToken());
  await Promise.all(Array.from({ length: logins }, () => api.freshLogin()));
  if (statusOf(await api.call('listCards', { authorization })) !== 401) return true;
  await session.renew();
  return false;
}

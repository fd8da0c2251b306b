// The users of a profile: each has one session, which begins when it is first needed, and one way to confirm a second factor.
import type { Connection } from '../connection.ts';
import type { Profile, User, UserName } from '../profile/profile.ts';
import { createDemands, type Demands } from './demands.ts';
import { type Confirmer, createConfirmer } from './mfa.ts';
import { type FailedLogin, type Login, login, type Session, SessionLost } from './session.ts';

/** The default of `name` is the user who may do everything. */
export interface Users {
  readonly main: User;
  named(name?: UserName): User;
  /** One for each user, so that a code is not sent twice where the target takes it only once. */
  confirmer(name?: UserName): Confirmer;
  demands(name?: UserName): Demands;
  /** A failed login is tried again by the next call. */
  login(name?: UserName): Promise<Login>;
  freshLogin(name?: UserName, fingerprint?: string): Promise<Login>;
  /** Throws `SessionLost`. */
  session(name?: UserName): Promise<Session>;
}

export function usersOf(profile: Profile, connection: Connection): Users {
  const main = profile.users.full ?? profile.users.mfa;
  if (main === undefined) throw new Error('a profile without a user that may log in');
  const logins = new Map<UserName, Promise<Login>>();

  const named = (name: UserName = main.name): User => {
    const user = profile.users[name];
    if (user === undefined) throw new Error(`the profile has no user ${name}`);
    return user;
  };

  const onceForEach = <Made>(make: (name: UserName) => Made): ((name?: UserName) => Made) => {
    const made = new Map<UserName, Made>();
    return (name = main.name) => {
      const one = made.get(name) ?? make(name);
      made.set(name, one);
      return one;
    };
  };
  const confirmer = onceForEach((name) => createConfirmer(connection, named(name)));
  const demands = onceForEach((name) => createDemands(confirmer(name)));

  async function loginOnce(name: UserName = main!.name): Promise<Login> {
    const begun = logins.get(name) ?? login(connection, named(name), confirmer(name));
    logins.set(name, begun);
    const result = await begun;
    if (result.kind !== 'loggedIn') logins.delete(name);
    return result;
  }

  async function session(name?: UserName): Promise<Session> {
    const result = await loginOnce(name);
    if (result.kind !== 'loggedIn') throw new SessionLost(result satisfies FailedLogin);
    return result.session;
  }

  return {
    main,
    named,
    confirmer,
    demands,
    login: loginOnce,
    freshLogin: (name, fingerprint = named(name).fingerprint) =>
      login(connection, { ...named(name), fingerprint }, confirmer(name)),
    session,
  };
}

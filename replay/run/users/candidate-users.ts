// Decides which user of the profile sends a step, and puts that user's credentials in the place of the recorded ones.

import { randomUUID } from 'node:crypto';
import { isUuid } from '../../../contract/text/uuid.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { isPseudonym } from '../../../exchange/redaction/pseudonym.ts';
import { isFields, textWithin } from '../../../subject/answers.ts';
import { basic, type Connection } from '../../../subject/connection.ts';
import type { Profile, User } from '../../../subject/profile/profile.ts';
import { defaultFingerprint } from '../../../subject/profile/settling.ts';
import { type Confirmer, createConfirmer } from '../../../subject/session/mfa.ts';
import { type FailedLogin, login, type Session } from '../../../subject/session/session.ts';
import { readTokens } from '../../../subject/session/tokens.ts';
import { totp } from '../../../subject/session/totp.ts';
import { Bounded } from '../../correlate/bounded.ts';
import type { Renaming } from '../../correlate/renaming.ts';
import type { ActsAs, Plan } from '../../plan/plan.ts';
import type { Step } from '../../plan/steps.ts';
import { type RefusedCredentials, refusedCredentials } from './refused.ts';
import { createSecondFactor, type SecondFactor } from './second-factor.ts';

export interface CandidateUsers {
  actsAs(step: Step): ActsAs;
  user(step: Step): User | undefined;
  /** The Basic credentials of the user who acts as the sender. */
  basic(user: User): string;
  /** What is sent for credentials that were refused; undefined where they are sent as recorded. */
  refused(step: Step, renaming: Renaming): RefusedCredentials | undefined;
  /** The fingerprint that takes the place of a recorded one. */
  device(user: User, recorded: string): string;
  /** An access token of a login of our own, for a session whose login is not in the recording. */
  ownToken(user: User, session: string): Promise<string | FailedLogin>;
  /** What confirms the demand that this step met when it was recorded. */
  factor(user: User, mfaToken: string): ReturnType<Confirmer['factor']>;
  /** To be told of every answer. Whether it refuses a code that was right when it was recorded, and another one may be taken. */
  mayTryAnotherCode(step: Step, answer: Exchange): boolean;
  /** The user's present code; undefined when it would first have to be asked for. */
  code(user: User): string | undefined;
  /** A request id that the candidate never gave out, in its own form; undefined when the recorded one will do. */
  strangeRequest(): string | undefined;
  /** To be called with every JSON answer. */
  note(step: Step, copy: number, answer: unknown): void;
  latestDemand(step: Step, copy: number): string | undefined;
  /** When a living token ends; undefined when the candidate does not say. */
  endOf(token: string): number | undefined;
  readonly secondFactor: SecondFactor;
}

const mostRemembered = 50_000;
const bringsTokens = new Set(['login', 'refreshSession', 'exchangeSignToken']);

export const candidateUsers = (plan: Plan, profile: Profile, connection: Connection): CandidateUsers => {
  const actors = new Map(plan.users.map(({ recorded, actsAs }) => [recorded, actsAs]));
  const names = new Map(plan.users.map(({ recorded, under }) => [recorded, under]));
  const right = Object.values(profile.users);
  const confirmers = new Map<string, Confirmer>();
  const sessions = new Bounded<string, Promise<Session | FailedLogin>>(mostRemembered);
  const demands = new Bounded<string, string>(mostRemembered);
  const supposedOnce = new Set<string>();
  let givesUuids = false;
  /** The first recorded fingerprint of each user, which gives way to the one that the profile states. */
  const devices = new Map<string, string>();
  const ends = new Bounded<string, number>(mostRemembered);

  const confirmerOf = (user: User): Confirmer => {
    const confirmer = confirmers.get(user.name) ?? createConfirmer(connection, user);
    confirmers.set(user.name, confirmer);
    return confirmer;
  };

  const actsAs = ({ session }: Step): ActsAs =>
    session.user === 'nobody' ? 'as recorded' : (actors.get(session.user) ?? 'nobody');
  /** A user assumed by the device alone. Used once for each, because it may be wrong and a candidate may lock a user who fails often. */
  const supposed = ({ session }: Step): User | undefined => {
    const name = names.get(session.user);
    if (name === undefined || supposedOnce.has(name)) return undefined;
    supposedOnce.add(name);
    return profile.users[name];
  };
  const demandKey = (step: Step, copy: number): string => `${copy} ${step.session.id}`;

  return {
    actsAs,
    user(step) {
      const name = actsAs(step);
      return name === 'as recorded' || name === 'nobody' ? undefined : profile.users[name];
    },
    basic,
    refused(step, renaming) {
      if (!step.stray) return undefined;
      return refusedCredentials(step, () => this.user(step) ?? supposed(step), right, renaming);
    },
    device(user, recorded) {
      if (isPseudonym(recorded)) return user.fingerprint;
      if (user.fingerprint === defaultFingerprint) return recorded;
      const usual = devices.get(user.name) ?? recorded;
      devices.set(user.name, usual);
      return recorded === usual ? user.fingerprint : recorded;
    },
    async ownToken(user, session) {
      const begun =
        sessions.get(session) ??
        login(connection, user, confirmerOf(user)).then((result) =>
          result.kind === 'loggedIn' ? result.session : result,
        );
      sessions.set(session, begun);
      const result = await begun;
      return 'accessToken' in result ? result.accessToken() : result;
    },
    factor: (user, mfaToken) => confirmerOf(user).factor(mfaToken),
    mayTryAnotherCode(step, { outcome }) {
      const wasConfirmed = step.operation.key === 'confirmMfa' && (step.response?.status ?? 0) < 300;
      const user = wasConfirmed ? this.user(step) : undefined;
      if (user === undefined || outcome.kind === 'failed') return false;
      const { status } = outcome.response;
      return status < 500 && status !== 429 && confirmerOf(user).taken(status < 300);
    },
    code({ mfa }) {
      if (mfa === undefined || mfa.code.kind === 'command') return undefined;
      return mfa.code.kind === 'fixed' ? mfa.code.code : totp(mfa.code, Date.now());
    },
    strangeRequest: () => (givesUuids ? randomUUID() : undefined),
    note(step, copy, answer) {
      if (!isFields(answer)) return;
      const demanded = answer.status === 'MFA_REQUIRED' ? textWithin(answer, 'mfaToken') : undefined;
      if (demanded !== undefined) {
        demands.set(demandKey(step, copy), demanded);
        givesUuids = isUuid(demanded);
      }
      if (!bringsTokens.has(step.operation.key)) return;
      const tokens = readTokens(answer, Date.now());
      if (tokens?.expiresAt !== undefined) ends.set(tokens.access, tokens.expiresAt);
    },
    latestDemand: (step, copy) => demands.get(demandKey(step, copy)),
    endOf: (token) => ends.get(token),
    secondFactor: createSecondFactor(profile, connection, confirmerOf),
  };
};

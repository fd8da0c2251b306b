// Tells which recorded user a caller is. A recording has only stand-ins of passwords, so no password can be checked: a caller with
// unknown credentials is taken for the next recorded user whom no caller has claimed yet.
import type { Headers } from '../../contract/wire.ts';
import { readTokens } from '../../subject/session/tokens.ts';
import { type Credentials, credentialsOf } from '../correlate/credentials.ts';
import { anonymous } from '../correlate/lineage.ts';
import type { Step } from '../plan/steps.ts';
import type { Features } from './likeness.ts';
import { type Answer, showsCredentials, Tape } from './tape.ts';

export class Callers {
  readonly #tapes = new Map<string, Tape>();
  /** The recorded user, by recorded credentials or by the stand-in of a token. */
  readonly #recorded = new Map<string, string>();
  /** The recorded user that a caller with other credentials has claimed, by the name or token that the caller shows. */
  readonly #claimed = new Map<string, string>();
  #standIn: Step['standIn'];

  add(step: Step): void {
    const { session, credentials, stray, standIn } = step;
    this.tapeOf(session.user).add(step);
    if (credentials.kind !== 'none' && !stray && showsCredentials(step))
      this.#recorded.set(credentials.value, session.user);
    this.#standIn ??= standIn;
  }

  get users(): number {
    return this.#claimable().length;
  }

  /** The answers that may be those to a request with such headers, the likeliest caller's first. */
  answers(operation: string, asked: Features, headers: Headers): readonly Answer[] {
    const credentials = credentialsOf({ headers });
    // A session is renewed without credentials, so such a request alone must not make its caller a user.
    const bare = credentials.kind === 'none';
    const users = bare ? [anonymous.user, ...this.#tapes.keys()] : this.#usersFor(credentials);
    return users.flatMap((user) => this.tapeOf(user).find(operation, asked, bare) ?? []);
  }

  /** Notes that a caller who sends this token later is this user, even where no recorded request sends it. */
  gave(headers: Headers, { session, operation, body }: Step): void {
    const tokens = operation.ofSession && body && 'json' in body ? readTokens(body.json, 0) : undefined;
    if (tokens === undefined || this.#recorded.has(tokens.access)) return;
    const credentials = credentialsOf({ headers });
    const isUnknown = session.user === anonymous.user && credentials.kind !== 'none';
    const user = isUnknown ? this.#userOf(credentials) : session.user;
    if (user !== undefined && user !== anonymous.user) this.#claimed.set(tokens.access, user);
  }

  tapeOf(user: string): Tape {
    const known = this.#tapes.get(user) ?? new Tape();
    this.#tapes.set(user, known);
    return known;
  }

  /**
   * When no user is left to be claimed, the credentials count as wrong. The anonymous tape has recorded requests with wrong tokens, and
   * logins whose credentials are not in the file.
   */
  #usersFor(credentials: Shown): readonly string[] {
    const user = this.#userOf(credentials) ?? anonymous.user;
    return this.#isLeftOut(user) ? [user, anonymous.user] : [user];
  }

  #userOf(credentials: Shown): string | undefined {
    const { value } = credentials;
    const known = this.#recorded.get(value) ?? (this.#standIn && this.#recorded.get(this.#standIn(value)));
    if (known !== undefined) return known;
    const shown = credentials.kind === 'basic' ? nameIn(value) : value;
    const taken = new Set(this.#claimed.values());
    const claimed = this.#claimed.get(shown) ?? this.#claimable().find((user) => !taken.has(user));
    if (claimed !== undefined) this.#claimed.set(shown, claimed);
    return claimed;
  }

  #claimable(): readonly string[] {
    return [...this.#tapes.keys()].filter((user) => user !== anonymous.user);
  }

  #isLeftOut(user: string): boolean {
    return user !== anonymous.user && ![...this.#recorded.values()].includes(user);
  }
}

type Shown = Exclude<Credentials, { kind: 'none' }>;

/** A user who mistypes the password is still the same user. */
const nameIn = (basic: string): string => Buffer.from(basic, 'base64').toString().split(':', 1)[0] ?? basic;

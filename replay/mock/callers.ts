// Tells which recorded user a caller is. A recording has only stand-ins of passwords, so no password can be checked: a caller with
// unknown credentials is taken for the next recorded user whom no caller has claimed yet.
import { type Credentials, credentialsOf } from '../correlate/credentials.ts';
import { anonymous } from '../correlate/lineage.ts';
import type { Step } from '../plan/steps.ts';
import { Tape } from './tape.ts';

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
    if (credentials.kind !== 'none' && !stray) this.#recorded.set(credentials.value, session.user);
    this.#standIn ??= standIn;
  }

  get users(): number {
    return this.#claimable().length;
  }

  /** The tapes that may have the answer to a request with such headers, the likeliest first. */
  tapesFor(headers: Parameters<typeof credentialsOf>[0]['headers']): readonly Tape[] {
    const credentials = credentialsOf({ headers });
    if (credentials.kind === 'none') return [this.tapeOf(anonymous.user), ...this.#tapes.values()];
    // When no user is left to be claimed, the credentials count as wrong. Recorded requests with wrong tokens are on the anonymous
    // tape.
    return [this.tapeOf(this.#userOf(credentials) ?? anonymous.user)];
  }

  tapeOf(user: string): Tape {
    const known = this.#tapes.get(user) ?? new Tape();
    this.#tapes.set(user, known);
    return known;
  }

  #userOf(credentials: Exclude<Credentials, { kind: 'none' }>): string | undefined {
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
    return [...new Set(this.#recorded.values())].filter((user) => user !== anonymous.user);
  }
}

/** A user who mistypes the password is still the same user. */
const nameIn = (basic: string): string => Buffer.from(basic, 'base64').toString().split(':', 1)[0] ?? basic;

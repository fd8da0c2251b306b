// Who of the recorded users a caller is. Nobody can check a password against a stand-in, so that credentials which the
// recording does not know belong to the next recorded user whom nobody has claimed yet.
import { type Credentials, credentialsOf } from '../correlate/credentials.ts';
import { anonymous } from '../correlate/lineage.ts';
import type { Step } from '../plan/steps.ts';
import { Tape } from './tape.ts';

export class Callers {
  readonly #tapes = new Map<string, Tape>();
  /** Whose recorded credentials, and whose stand-ins of tokens, these are. */
  readonly #recorded = new Map<string, string>();
  /** Whom callers with other credentials have claimed. */
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

  /** Those that may have the answer to a request with such headers, the likeliest first. */
  tapesFor(headers: Parameters<typeof credentialsOf>[0]['headers']): readonly Tape[] {
    const credentials = credentialsOf({ headers });
    if (credentials.kind === 'none') return [this.tapeOf(anonymous.user), ...this.#tapes.values()];
    // Where nobody is left to be claimed, these are wrong, and so may recorded ones have been.
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

// Whether a replay reached its candidate at all: whether it answered, and which users it let log in.
import type { WireFailure } from '../../contract/wire.ts';

const notLetIn: ReadonlySet<unknown> = new Set([401, 403]);
/** After so many requests in a row that found no server, the rest would find none either. */
const patienceWithNobody = 200;

export class Access {
  #hasAnswered = false;
  #nobodyInARow = 0;
  #nobody: string | undefined;
  readonly #logins = new Map<string, boolean>();

  answered(): void {
    this.#hasAnswered = true;
    this.#nobodyInARow = 0;
  }

  failed({ kind, message }: WireFailure): void {
    if (kind !== 'refused' && kind !== 'tls') return;
    this.#nobodyInARow += 1;
    this.#nobody = message;
  }

  /** `status`: that of the candidate's answer; undefined when there was none. */
  loggedIn(user: string, status: number | undefined): void {
    this.#logins.set(user, this.#logins.get(user) || !notLetIn.has(status));
  }

  /** Whether so many requests in a row found no server that the rest is not sent. */
  get isGone(): boolean {
    return this.#nobodyInARow >= patienceWithNobody;
  }

  /** Why not a single request was answered; undefined when one was. */
  get unreachable(): string | undefined {
    return this.#hasAnswered ? undefined : this.#nobody;
  }

  /** Users of whom the candidate refused every login. */
  get refused(): readonly string[] {
    return [...this.#logins].filter(([, letIn]) => !letIn).map(([name]) => name);
  }
}

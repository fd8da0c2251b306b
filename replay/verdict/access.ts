// Whether a replay came through to its candidate at all: whether anybody answered, and whose logins were let in.
import type { WireFailure } from '../../contract/wire.ts';

const notLetIn: ReadonlySet<unknown> = new Set([401, 403]);
/** So many requests in a row that nobody was there for: the rest would go the same way. */
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

  /** `status`: with which the candidate answered; undefined when it did not. */
  loggedIn(user: string, status: number | undefined): void {
    this.#logins.set(user, this.#logins.get(user) || !notLetIn.has(status));
  }

  /** Nobody has answered for so long that the rest is not worth sending. */
  get isGone(): boolean {
    return this.#nobodyInARow >= patienceWithNobody;
  }

  /** Why nobody answered a single request; undefined when somebody did. */
  get unreachable(): string | undefined {
    return this.#hasAnswered ? undefined : this.#nobody;
  }

  /** Users whose logins the candidate refused, every one. */
  get refused(): readonly string[] {
    return [...this.#logins].filter(([, letIn]) => !letIn).map(([name]) => name);
  }
}

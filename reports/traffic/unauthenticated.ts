// Whether recorded traffic shows access without credentials. The judge decides that only for requests recorded as they were sent,
// because other captures may have lost the credentials.
import { admittedUnknown, shownBy } from '../../contract/judge/aspects/nobody.ts';
import type { Finding } from '../../contract/judge/judge.ts';
import { type OperationId, operationById } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';

interface Admitted {
  readonly finding: Finding & { readonly operation: OperationId };
  readonly exchange: Exchange;
}

interface SeenInFile {
  hasTokens: boolean;
  waiting: Admitted[];
}

const mostWaiting = 100;

/**
 * Many captures have all credentials removed, so a missing one proves something only in a file in which a request for which a token is
 * needed has one.
 */
export class Unauthenticated {
  readonly #files = new Map<string, SeenInFile>();

  /** The exchanges that are now known to have been sent without credentials; each is returned once. */
  enter(operation: OperationId, exchange: Exchange, file: string): readonly Admitted[] {
    if (operationById(operation).security !== 'bearer' || exchange.outcome.kind !== 'answered') return [];
    const seen = this.#files.get(file) ?? { hasTokens: false, waiting: [] };
    this.#files.set(file, seen);
    seen.hasTokens ||= shownBy(exchange.request) === 'bearer';
    const found = admittedUnknown(operation, exchange.request, exchange.outcome.response);
    if (found && seen.waiting.length < mostWaiting) seen.waiting.push({ finding: { ...found, operation }, exchange });
    if (!seen.hasTokens) return [];
    const known = seen.waiting;
    seen.waiting = [];
    return known;
  }
}

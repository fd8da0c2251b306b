// Refused credentials that files of other tools show in clear. They are kept in memory to be sent again; everything that is written
// has stand-ins instead.
import { header } from '../../contract/wire.ts';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { isPseudonym } from '../../exchange/redaction/pseudonym.ts';
import { credentialsOf } from '../correlate/credentials.ts';

export type Clear =
  | { readonly kind: 'basic'; readonly authorization: string }
  /** A token that equals an accepted one (`of`: its stand-in) except for the last `cut` characters, which are `end` here. */
  | { readonly kind: 'token'; readonly of: string; readonly cut: number; readonly end: string };

const mostTokens = 1000;
/** Two tokens that differ only in this many last characters are one token and a changed copy of it. */
const mostCut = 8;

export class ClearCredentials {
  /** Accepted tokens, with their stand-ins. */
  readonly #tokens = new Map<string, string>();

  /** The refused credentials of an exchange; undefined where they were not refused. `hidden`: the same exchange with stand-ins. */
  of(shown: RecordedExchange, hidden: RecordedExchange): Clear | undefined {
    const [credentials, standIn] = [credentialsOf(shown.request), credentialsOf(hidden.request)];
    if (credentials.kind === 'none' || standIn.kind === 'none' || isPseudonym(credentials.value)) return undefined;
    const status = shown.outcome?.kind === 'answered' ? shown.outcome.response.status : undefined;
    if (status === 401) {
      const authorization = header(shown.request.headers, 'authorization')!;
      return credentials.kind === 'basic' ? { kind: 'basic', authorization } : this.#nearest(credentials.value);
    }
    if (credentials.kind === 'bearer' && status !== undefined) {
      this.#tokens.delete(credentials.value);
      this.#tokens.set(credentials.value, standIn.value);
      if (this.#tokens.size > mostTokens) this.#tokens.delete(this.#tokens.keys().next().value!);
    }
    return undefined;
  }

  #nearest(token: string): Clear | undefined {
    const [known, of] = [...this.#tokens].findLast(([each]) => isNear(each, token)) ?? [];
    if (known === undefined || of === undefined || known === token) return undefined;
    const shared = sharedBy(known, token);
    return { kind: 'token', of, cut: known.length - shared, end: token.slice(shared) };
  }
}

const isNear = (known: string, token: string): boolean => {
  const shared = sharedBy(known, token);
  return known.length - shared <= mostCut && shared * 2 >= known.length;
};

/** How many characters both begin with. */
const sharedBy = (one: string, other: string): number => {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
};

// Replaces credentials that were refused in the recording by ones that should be refused for the same reason: the recorded ones where
// the file shows them, a wrong password of the same user, or a valid token with the recorded end.
import { isPseudonym } from '../../../exchange/redaction/pseudonym.ts';
import { basic, bearer } from '../../../subject/connection.ts';
import type { User } from '../../../subject/profile/profile.ts';
import { nameKey, type Renaming } from '../../correlate/renaming.ts';
import type { Step } from '../../plan/steps.ts';

export interface RefusedCredentials {
  readonly authorization: string;
  /** What goes out otherwise than it was recorded; absent where nothing does. */
  readonly unlike?: string;
}

/**
 * `owner`: whose credentials they are, called only where a wrong password of that user would be sent. `right`: users whose passwords are
 * right at the candidate, so that these must not be sent as refused ones.
 */
export const refusedCredentials = (
  { credentials, clear }: Pick<Step, 'credentials' | 'clear'>,
  owner: () => User | undefined,
  right: readonly User[],
  renaming: Pick<Renaming, 'live'>,
): RefusedCredentials | undefined => {
  if (credentials.kind === 'none') return undefined;
  if (clear?.kind === 'basic') {
    const holder = right.find((each) => isSame(basic(each), clear.authorization));
    return holder
      ? withWrongPassword(holder, 'refused credentials that are right now')
      : { authorization: clear.authorization };
  }
  if (clear?.kind === 'token') {
    const live = String(renaming.live(nameKey(clear.of, undefined) ?? '') ?? '');
    if (live !== '') return { authorization: bearer(live.slice(0, live.length - clear.cut) + clear.end) };
  }
  if (!isPseudonym(credentials.value)) return undefined;
  if (credentials.kind === 'bearer')
    return {
      authorization: bearer(credentials.value),
      unlike: 'a refused token that the recording hides, as its stand-in',
    };
  const user = owner();
  if (user) return withWrongPassword(user, 'refused credentials that the recording hides');
  return {
    authorization: basic({ username: `${credentials.value}@redacted.invalid`, password: credentials.value }),
    unlike: 'refused credentials that the recording hides, under a made-up name',
  };
};

/** The scheme may be written in either case. */
const isSame = (one: string, other: string): boolean => shownIn(one) === shownIn(other);
const shownIn = (authorization: string): string | undefined => authorization.trim().split(/\s+/)[1];

/** A password of the same length that is wrong at its end. */
const withWrongPassword = ({ username, password }: User, what: string): RefusedCredentials => ({
  authorization: basic({ username, password: password.slice(0, -1) + (password.endsWith('x') ? 'y' : 'x') }),
  unlike: `${what}, as a wrong password of their user`,
});

// User names and passwords that are not those of a user, each wrong in its own way.
import type { User } from '../../../subject/profile/profile.ts';

type Credentials = Pick<User, 'username' | 'password'>;

/** The number of characters to which some old password hashes are limited. */
const lookedAt = 8;

/** Longer than bcrypt allows: some implementations fail on it, others ignore the rest. */
const beyondBcrypt = 'x'.repeat(100);

/**
 * A target may refuse these before it looks up the user, because RFC 7617 forbids control characters, and passwords may have a maximum
 * length.
 */
export const mayBeMalformed = ({ password }: Credentials): boolean =>
  password.includes('\u0000') || password.endsWith(beyondBcrypt);

/** None of them is right for anybody in the profile. */
export function wrongFor({ username, password }: User, everybody: readonly User[]): readonly Credentials[] {
  const letters = [...password];
  const wrong = new Set([
    '',
    // Must be refused even where only the beginning counts: bcrypt looks at 72 bytes.
    `${password}x`,
    letters.slice(0, lookedAt).join(''),
    letters.slice(0, -1).join(''),
    letters.slice(0, -1).join('') + (password.endsWith('y') ? 'z' : 'y'),
    letters.map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join(''),
    swapped(letters).join(''),
    // Right for a target that drops characters beyond ASCII.
    `${password}é`,
    // Right for a target where texts end at NUL.
    `${password}\u0000x`,
    `${password}${beyondBcrypt}`,
    ` ${password}`,
    `${password} `,
    // Right for a target that splits name and password at every colon.
    `${password.split(':', 1)[0]}:y`,
    ...everybody.filter((other) => other.username !== username).map((other) => other.password),
  ]);
  // Not in another letter case or with blanks around it, because a target may take these for the same name.
  const nobody = ['', username.slice(0, -1), username.slice(1)];
  return [
    ...[...wrong].map((one) => ({ username, password: one })),
    ...nobody.map((one) => ({ username: one, password })),
  ].filter((one) => !everybody.some((user) => user.username === one.username && user.password === one.password));
}

/** Swaps the first two neighbours that differ, which gives the same letters in another order. */
function swapped(letters: readonly string[]): readonly string[] {
  const at = letters.findIndex((letter, place) => place > 0 && letter !== letters[place - 1]);
  return at < 0 ? [] : [...letters.slice(0, at - 1), letters[at]!, letters[at - 1]!, ...letters.slice(at + 1)];
}

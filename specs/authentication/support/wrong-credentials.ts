// User names and passwords that are not those of a user, each wrong in its own way.
import type { User } from '../../../subject/profile/profile.ts';

type Credentials = Pick<User, 'username' | 'password'>;

/** So much of a password is all that some old ways of keeping it look at. */
const lookedAt = 8;

/** More than bcrypt takes: some bindings of it fail on that, others look at its beginning. */
const beyondBcrypt = 'x'.repeat(100);

/** A target may refuse these before it looks the user up: RFC 7617 has no control characters, and a password may have a longest length. */
export const mayBeMalformed = ({ password }: Credentials): boolean =>
  password.includes('\u0000') || password.endsWith(beyondBcrypt);

/** None of them is right for anybody in the profile. */
export function wrongFor({ username, password }: User, everybody: readonly User[]): readonly Credentials[] {
  const letters = [...password];
  const wrong = new Set([
    '',
    // Also where no more than the beginning counts, as bcrypt looks at 72 bytes.
    `${password}x`,
    letters.slice(0, lookedAt).join(''),
    letters.slice(0, -1).join(''),
    letters.slice(0, -1).join('') + (password.endsWith('y') ? 'z' : 'y'),
    letters.map((one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join(''),
    swapped(letters).join(''),
    // Right where letters beyond ASCII are left out.
    `${password}é`,
    // Right where texts end at NUL.
    `${password}\u0000x`,
    `${password}${beyondBcrypt}`,
    ` ${password}`,
    `${password} `,
    // Right where name and password are parted at every colon.
    `${password.split(':', 1)[0]}:y`,
    ...everybody.filter((other) => other.username !== username).map((other) => other.password),
  ]);
  // Neither in other letters nor with blanks around it: a target may take these for the same name.
  const nobody = ['', username.slice(0, -1), username.slice(1)];
  return [
    ...[...wrong].map((one) => ({ username, password: one })),
    ...nobody.map((one) => ({ username: one, password })),
  ].filter((one) => !everybody.some((user) => user.username === one.username && user.password === one.password));
}

/** The first two neighbours that differ change places: the same letters in another order. */
function swapped(letters: readonly string[]): readonly string[] {
  const at = letters.findIndex((letter, place) => place > 0 && letter !== letters[place - 1]);
  return at < 0 ? [] : [...letters.slice(0, at - 1), letters[at]!, letters[at - 1]!, ...letters.slice(at + 1)];
}

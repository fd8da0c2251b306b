// Why there is no arbitrary for a schema.

/** `unsupported`: the schema means something that is not built here. `impossible`: no value that fits was found. */
export type Cause = 'unsupported' | 'impossible';

export class CannotGenerate extends Error {
  override readonly name = 'CannotGenerate';
  readonly kind: Cause;
  /** The keyword that stands in the way. */
  readonly keyword: string;
  /** Where in the value: a JSON pointer, with `*` for any item or further member. */
  readonly at: string;

  constructor(kind: Cause, keyword: string, at: string, because: string) {
    super(`${keyword} at ${at === '' ? 'the root' : at}: ${because}`);
    this.kind = kind;
    this.keyword = keyword;
    this.at = at;
  }
}

export const impossible = (keyword: string, at: string, because: string): CannotGenerate =>
  new CannotGenerate('impossible', keyword, at, because);

export const unsupported = (keyword: string, at: string, because: string): CannotGenerate =>
  new CannotGenerate('unsupported', keyword, at, because);

/** The first of several ways that leads to something; a way that is impossible is passed over. */
export function firstPossible<Result>(ways: ReadonlyArray<() => Result>): Result {
  let last: unknown;
  for (const way of ways) {
    try {
      return way();
    } catch (error) {
      last = passable(error);
    }
  }
  throw last;
}

/** Every way that leads to something; at least one does. */
export function everyPossible<Result>(ways: ReadonlyArray<() => Result>): readonly Result[] {
  let last: unknown;
  const results = ways.flatMap((way) => {
    try {
      return [way()];
    } catch (error) {
      last = passable(error);
      return [];
    }
  });
  if (results.length === 0) throw last;
  return results;
}

/** What a way leads to, or undefined when it is impossible. */
export function ifPossible<Result>(way: () => Result): Result | undefined {
  try {
    return way();
  } catch (error) {
    passable(error);
    return undefined;
  }
}

function passable(error: unknown): CannotGenerate {
  if (error instanceof CannotGenerate && error.kind === 'impossible') return error;
  throw error;
}

// Why a request cannot be generated.

/** `unsupported`: the operation takes no body of the kind that was asked for. `impossible`: no value that fits was found. */
type Cause = 'unsupported' | 'impossible';

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

/** The result of `way`; undefined when it is impossible. */
export function ifPossible<Result>(way: () => Result): Result | undefined {
  try {
    return way();
  } catch (error) {
    if (error instanceof CannotGenerate && error.kind === 'impossible') return undefined;
    throw error;
  }
}

// Says what is wrong with a profile and where: all problems of a file at once.

export interface ProfileProblem {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** What was most likely meant. */
  readonly suggestion?: string;
}

export class ProfileError extends Error {
  /** Absent when the environment alone describes the target. */
  readonly file: string | undefined;
  readonly problems: readonly ProfileProblem[];
  /** Of the first problem. */
  readonly line: number;
  readonly column: number;
  readonly suggestion: string | undefined;

  constructor(file: string | undefined, problems: readonly ProfileProblem[]) {
    const ordered = [...problems].sort((one, other) => one.line - other.line || one.column - other.column);
    super(ordered.map((problem) => lineOf(file, problem)).join('\n'));
    this.name = 'ProfileError';
    this.file = file;
    this.problems = ordered;
    this.line = ordered[0]?.line ?? 1;
    this.column = ordered[0]?.column ?? 1;
    this.suggestion = ordered[0]?.suggestion;
  }
}

const lineOf = (file: string | undefined, { line, column, message, suggestion }: ProfileProblem): string =>
  `${file === undefined ? '' : `${file}:${line}:${column}: `}${message}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`;

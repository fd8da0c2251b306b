// So much of a long text as a reader needs: the lines around what is marked, and how many are left out.

export interface Mark {
  /** The first and the last of the lines that are marked, counted from 0. */
  readonly from: number;
  readonly to: number;
  /** Something there is otherwise in the other exchange, or something of the other exchange would stand in there and does not. */
  readonly is: 'different' | 'missing';
}

export interface Excerpt {
  readonly lines: readonly string[];
  /** How many lines before and behind these are left out. */
  readonly above: number;
  readonly below: number;
  readonly mark?: Mark;
}

export const mostLines = 120;
const linesBefore = 30;
const longestLine = 400;

const shortened = (line: string): string =>
  line.length > longestLine ? `${line.slice(0, longestLine)}… (${line.length - longestLine} characters more)` : line;

export const excerptOf = (lines: readonly string[], mark?: Mark): Excerpt => {
  const last = Math.max(0, lines.length - mostLines);
  const above = Math.min(last, Math.max(0, (mark?.from ?? 0) - linesBefore));
  const shown = lines.slice(above, above + mostLines);
  return {
    lines: shown.map(shortened),
    above,
    below: lines.length - above - shown.length,
    ...(mark && {
      mark: { ...mark, from: mark.from - above, to: Math.min(mark.to - above, shown.length - 1) },
    }),
  };
};

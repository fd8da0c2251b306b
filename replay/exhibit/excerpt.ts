// An excerpt of a long text: the lines around what is marked, and how many lines are left out.

export interface Mark {
  /** The first and the last of the lines that are marked, counted from 0. */
  readonly from: number;
  readonly to: number;
  /** `different`: the lines differ from those of the other exchange. `missing`: the other exchange has something more in there. */
  readonly is: 'different' | 'missing';
}

/** Marks another difference than the one that is reported. */
export interface OtherMark extends Mark {
  readonly at: string;
}

export interface Excerpt {
  readonly lines: readonly string[];
  /** How many lines before and behind these are left out. */
  readonly above: number;
  readonly below: number;
  readonly mark?: Mark;
  /** Where else it differs, among the lines that are shown. */
  readonly also?: readonly OtherMark[];
}

export const mostLines = 120;
const linesBefore = 30;
/** Most marks have a line of their own, but any number of missing members may be marked on one line. */
const mostOthers = 200;
const longestLine = 400;

const shortened = (line: string): string =>
  line.length > longestLine ? `${line.slice(0, longestLine)}… (${line.length - longestLine} characters more)` : line;

export const excerptOf = (lines: readonly string[], mark?: Mark, others: readonly OtherMark[] = []): Excerpt => {
  const last = Math.max(0, lines.length - mostLines);
  const above = Math.min(last, Math.max(0, (mark?.from ?? 0) - linesBefore));
  const shown = lines.slice(above, above + mostLines);
  const moved = <Of extends Mark>(each: Of): Of => ({
    ...each,
    from: Math.max(0, each.from - above),
    to: Math.min(each.to - above, shown.length - 1),
  });
  const also = others.filter(({ from, to }) => to >= above && from < above + shown.length).slice(0, mostOthers);
  return {
    lines: shown.map(shortened),
    above,
    below: lines.length - above - shown.length,
    ...(mark && { mark: moved(mark) }),
    ...(also.length > 0 && { also: also.map(moved) }),
  };
};

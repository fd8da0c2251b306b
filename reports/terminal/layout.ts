// Lays lines out in the terminal: a label or a name stands in a column of its own, and its text is folded beside it.
import { folded } from './fold.ts';
import type { Ink } from './ink.ts';
import { visible } from './visible.ts';

export interface Layout {
  readonly ink: Ink;
  readonly width: number;
}

export const indent = '    ';
const labelWidth = 10;
/** The width of an id with its mark. */
export const idWidth = 9;
const longestText = 700;

/** A labelled part of a finding. */
export function field(label: string, text: string, { ink, width }: Layout, fold = folded): readonly string[] {
  const shown = fold === folded ? shortened(visible(text)) : text;
  return fold(shown, width - indent.length - labelWidth).map(
    (line, index) => `${indent}${ink.dim((index === 0 ? label : '').padEnd(labelWidth))}${line}`,
  );
}

/** A named paragraph of a list. */
export function hanging(
  label: string,
  text: string,
  { width }: Layout,
  paintLabel: (text: string) => string,
  paintText: (text: string) => string = (line) => line,
): readonly string[] {
  const start = label.padEnd(idWidth);
  return folded(shortened(visible(text)), width - start.length - 2).map(
    (line, index) => `${index === 0 ? paintLabel(start) : ' '.repeat(start.length)}  ${paintText(line)}`,
  );
}

const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length <= longestText ? text : `${characters.slice(0, longestText).join('')}…`;
};

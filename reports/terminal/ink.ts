// Colours for a terminal, or none.

export interface Ink {
  readonly plain: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

const sequence = '\u001b[';

const between = (start: number, end: number) => (text: string) => `${sequence}${start}m${text}${sequence}${end}m`;

const plain = (text: string): string => text;

export const inkFor = (colour: boolean): Ink =>
  colour
    ? {
        plain,
        red: between(31, 39),
        green: between(32, 39),
        yellow: between(33, 39),
        blue: between(34, 39),
        bold: between(1, 22),
        dim: between(2, 22),
      }
    : { plain, red: plain, green: plain, yellow: plain, blue: plain, bold: plain, dim: plain };

/** Whether to write in colour there: only for a person who has not asked for none (no-color.org). */
export const wantsColour = (
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean => stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';

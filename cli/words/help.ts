// The text below the options in the help of a command: examples, and what its exit codes mean.
import { invocation } from '../../exchange/invocation.ts';

export interface Help {
  /** The rest of a command line after the program's name, and what it is for. */
  readonly examples?: readonly (readonly [line: string, purpose: string])[];
  readonly exits?: Readonly<Partial<Record<0 | 1 | 2 | 3, string>>>;
  /** What else there is to say. */
  readonly note?: string;
}

/** The exit codes of every command that comes to a verdict. */
export const verdictExits = {
  0: 'every must passed or is accepted by name',
  1: 'at least one requirement failed',
  2: 'usage or profile error; nothing was sent',
  3: 'no verdict: target unreachable, login refused, a must or all untested',
} as const;

export function helpText({ examples = [], exits = {}, note }: Help): string {
  const sections = [
    ...(examples.length === 0
      ? []
      : [['Examples:', ...examples.flatMap(([line, purpose]) => [`  ${invocation} ${line}`, `      ${purpose}`])]]),
    ...(Object.keys(exits).length === 0
      ? []
      : [['Exit codes:', ...Object.entries(exits).map(([code, meaning]) => `  ${code}  ${meaning}`)]]),
    ...(note === undefined ? [] : [[note]]),
  ];
  return sections.map((lines) => `\n${lines.join('\n')}`).join('\n');
}

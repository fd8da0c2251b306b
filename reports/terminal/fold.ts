// Folds text and shell commands to a width.
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

// The least width to fold to. A terminal that reports less, or none, breaks long lines by itself.
const narrowest = 20;

/** Folds at spaces; only a word that is itself too long is cut. Line breaks and indents of the text stay. */
export const folded = (text: string, width: number): readonly string[] =>
  text.split('\n').flatMap((line) => {
    const [indent] = /^ */.exec(line) as RegExpExecArray;
    const room = Math.max(width - indent.length, narrowest);
    const [first = '', ...others] = wrapAnsi(line.slice(indent.length), room, { hard: true }).split('\n');
    return [indent + first, ...others];
  });

/** Folds between options with a trailing backslash, so that the lines can be pasted as they stand. */
export function foldedCommand(command: string, width: number): readonly string[] {
  if (stringWidth(command) <= width) return [command];
  const [indent, onwards] = ['  ', ' \\'];
  const lines = packed(optionsOf(command), ' ', width - indent.length - onwards.length);
  return lines.map((line, index) => `${index === 0 ? '' : indent}${line}${index === lines.length - 1 ? '' : onwards}`);
}

/** A comment, or a line of YAML that YAML still reads as one when it is folded. */
export const foldedYaml = (line: string, width: number): readonly string[] =>
  line.startsWith('# ')
    ? folded(line.slice(2), width - 2).map((text) => `# ${text}`)
    : folded(line, width - 2).map((text, index) => (index === 0 ? text : `  ${text}`));

/** The words of a shell line, each option together with its value; quoted text is not divided. */
function optionsOf(command: string): readonly string[] {
  const options: string[] = [];
  for (const [word] of command.matchAll(shellWord)) {
    const last = options.at(-1);
    const isValue = last !== undefined && /^--?[\w-]+$/.test(last) && !word.startsWith('-');
    if (isValue) options[options.length - 1] = `${last} ${word}`;
    else options.push(word);
  }
  return options;
}

const shellWord = /(?:[^ '"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|['"\\])+/g;

/** Puts as many pieces into each line as fit there. */
export function packed(pieces: readonly string[], between: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && stringWidth(last) + between.length + stringWidth(piece) <= width) {
      lines[lines.length - 1] = `${last}${between}${piece}`;
    } else lines.push(piece);
  }
  return lines;
}

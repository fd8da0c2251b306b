// Lays JSON out over lines, each with the place of its value, and changes no character of any value.

export interface Line {
  readonly text: string;
  /** The JSON pointer of the value that is, or ends, on this line. */
  readonly at: string;
}

interface Open {
  readonly at: string;
  readonly isList: boolean;
  count: number;
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
/** Levels below this one are not indented further. */
const deepestIndent = 24;

/** The text must be JSON. */
export const jsonLines = (json: string): Line[] => {
  const tokens = json.match(token) ?? [];
  const lines: Line[] = [];
  const open: Open[] = [];
  let text = '';
  let at = '';

  const begin = () => {
    text = '  '.repeat(Math.min(open.length, deepestIndent));
    const around = open.at(-1);
    if (around?.isList) at = `${around.at}/${around.count}`;
  };
  const end = () => void lines.push({ text, at });

  for (let index = 0; index < tokens.length; index += 1) {
    const [each, next] = [tokens[index]!, tokens[index + 1]];
    if (each === '{' || each === '[') {
      if (next === '}' || next === ']') {
        text += each + next;
        index += 1;
        continue;
      }
      text += each;
      end();
      open.push({ at, isList: each === '[', count: 0 });
      begin();
    } else if (each === '}' || each === ']') {
      end();
      const closed = open.pop()!;
      begin();
      text += each;
      at = closed.at;
    } else if (each === ',') {
      text += each;
      end();
      open.at(-1)!.count += 1;
      begin();
    } else if (each === ':') text += ': ';
    else {
      text += each;
      if (next === ':') at = `${open.at(-1)!.at}/${JSON.parse(each)}`;
    }
  }
  end();
  return lines;
};

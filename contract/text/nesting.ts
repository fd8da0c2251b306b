// Refuses JSON that is nested too deeply. Comparing or writing it takes a call for each level, and a hostile target may send any depth.

export const deepest = 500;

/** As `JSON.parse`, which itself reads any depth; throws as well for text that nests deeper than that. */
export function walkableJson(text: string): unknown {
  if (nestsTooDeeply(text)) throw new RangeError(`the JSON nests deeper than ${deepest} levels`);
  return JSON.parse(text);
}

const [quote, backslash] = [34, 92];
const opening: ReadonlySet<number> = new Set([91, 123]);
const closing: ReadonlySet<number> = new Set([93, 125]);

export function nestsTooDeeply(text: string): boolean {
  if (!opensMoreThan(deepest, text)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (opening.has(code)) depth += 1;
    else if (closing.has(code)) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/** Most text has so few brackets that its depth need not be counted, character by character. */
function opensMoreThan(most: number, text: string): boolean {
  let left = most;
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at >= 0 && left >= 0; at = text.indexOf(bracket, at + 1)) left -= 1;
  return left < 0;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
}

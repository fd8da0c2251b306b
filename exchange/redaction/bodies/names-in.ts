// Whether a text names something that may be secret: `"name":` in all its spellings, and `name=`. A look that is quick, because
// most bodies name nothing of the kind and need not be taken apart.

const longestName = 64;
const shortestName = 3;
const [quote, apostrophe, backslash, space] = [34, 39, 92, 32];

const isOfName = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  code === 46 ||
  code > 127;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The name before the sign; empty when there is none. */
const nameBefore = (text: string, sign: number): string => {
  let end = sign;
  while (end > 0 && text.charCodeAt(end - 1) <= space && sign - end < longestName) end -= 1;
  const closing = text.charCodeAt(end - 1);
  if (closing === quote || closing === apostrophe) {
    end -= 1;
    while (end > 0 && text.charCodeAt(end - 1) === backslash) end -= 1;
  }
  let start = end;
  const least = Math.max(0, end - longestName);
  if (closing === quote) while (start > least && text.charCodeAt(start - 1) !== quote) start -= 1;
  else while (start > least && isOfName(text.charCodeAt(start - 1))) start -= 1;
  const isTime = isDigit(text.charCodeAt(start)) && isDigit(text.charCodeAt(end - 1));
  if (end - start < shortestName || isTime) return '';
  return text.slice(start, end);
};

export const namesAny = (text: string, tells: (name: string) => boolean): boolean => {
  for (const sign of [':', '=']) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      const name = nameBefore(text, at);
      if (name !== '' && tells(name)) return true;
    }
  }
  return false;
};

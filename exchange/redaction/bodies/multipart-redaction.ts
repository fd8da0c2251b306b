// Redacts the parts of a multipart body, each by its name and its type.

interface PartRules {
  /** `type` is empty where the part has none. */
  content(name: string, type: string, content: string): string;
}

const headEnd = /\r?\n\r?\n/g;

/** The boundary that the type names, or that the text begins with. */
const boundaryOf = (text: string, type: string): string | undefined =>
  /;\s*boundary="?([^";\r\n]+)/i.exec(type)?.[1] ?? /^\s*--([^\r\n]{1,70})\r?\n/.exec(text)?.[1];

export const redactedParts = (text: string, type: string, rules: PartRules): string | undefined => {
  const boundary = boundaryOf(text, type);
  if (boundary === undefined) return undefined;
  return text
    .split(`--${boundary}`)
    .map((part) => {
      headEnd.lastIndex = 0;
      const end = headEnd.exec(part);
      if (!end) return part;
      const start = end.index + end[0].length;
      const head = part.slice(0, start);
      const [, name = ''] = /(?<![\w-])name="?([^";\r\n]+)/i.exec(head) ?? [];
      const [, of = ''] = /^content-type:\s*([^\r\n]+)/im.exec(head) ?? [];
      const [line = ''] = /\r?\n$/.exec(part.slice(start)) ?? [];
      return head + rules.content(name, of, part.slice(start, part.length - line.length)) + line;
    })
    .join(`--${boundary}`);
};

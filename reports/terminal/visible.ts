// Makes characters visible that would steer a terminal, break a parser or mislead the eye, because a target may answer with them.

// Controls but tab and line feed, invisible and direction-changing marks, separators, non-characters, halves of a pair.
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]|\p{Surrogate}/gu;

/** The text with each such character written as `\u001b`. */
export const visible = (text: string): string =>
  text.replace(hidden, (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`);

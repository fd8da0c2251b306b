// The form of a UUID (RFC 9562), of any version.

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

export const isUuid = (text: string): boolean => text.length === 36 && uuid.test(text);

export const holdsUuid = (text: string): boolean => uuid.test(text);

/** A UUID in small letters, because both cases mean the same (section 4); any other text stays as it is. */
export const inOneSpelling = (text: string): string => (isUuid(text) ? text.toLowerCase() : text);

/** In small letters and in capitals, which are the same UUID; any other text as it is. */
export const inEachSpelling = (text: string): readonly string[] =>
  isUuid(text) ? [...new Set([text, text.toLowerCase(), text.toUpperCase()])] : [text];

/** The UUID in the letter case of the other one; unchanged if that has both cases or no letters, or if either is no UUID. */
export const spelledAs = (text: string, other: string): string => {
  const [lower, upper] = [other.toLowerCase(), other.toUpperCase()];
  if (lower === upper || !isUuid(text) || !isUuid(other)) return text;
  return other === lower ? text.toLowerCase() : other === upper ? text.toUpperCase() : text;
};

// The headers that a profile sends with every request: which are no secret, and which values are specific enough to search for.

const usual = new Set([
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'cache-control', 'connection', 'content-type'],
  ...[
    'content-language',
    'dnt',
    'host',
    'origin',
    'pragma',
    'prefer',
    'priority',
    'referer',
    'te',
    'user-agent',
    'via',
  ],
]);

/** A common header, which describes the client or the answer that it prefers. */
export const isUsualHeader = (name: string): boolean => {
  const lower = name.toLowerCase();
  return usual.has(lower) || lower.startsWith('sec-');
};

const mixed = /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{8}/;
const long = /[A-Za-z\d]{16}/;

/**
 * Whether a value is specific enough to be searched everywhere. `demo`, `europe-west1` and `2026-01-31` occur in many places by chance. It
 * needs eight letters and digits together, some of each, or sixteen of any, or it is an e-mail address.
 */
export const isUnmistakable = (value: string): boolean => value.includes('@') || mixed.test(value) || long.test(value);

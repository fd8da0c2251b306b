// The headers that a profile sends with every request: which of them are no secret, and which values are worth looking for.

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

/** A header that every client sends, and that says how it would like to be answered. */
export const isUsualHeader = (name: string): boolean => {
  const lower = name.toLowerCase();
  return usual.has(lower) || lower.startsWith('sec-');
};

const mixed = /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{8}/;
const long = /[A-Za-z\d]{16}/;

/**
 * Whether a value can be looked for wherever it may stand. `demo`, `europe-west1` and `2026-01-31` stand in many places by chance:
 * it takes eight letters and digits together, some of each, or sixteen of any, or an e-mail address.
 */
export const isUnmistakable = (value: string): boolean => value.includes('@') || mixed.test(value) || long.test(value);

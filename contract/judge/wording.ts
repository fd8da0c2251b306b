// Schema errors and values in the words that a failure shows.
import type { ErrorObject } from 'ajv/dist/2020.js';

const article = (type: string): string =>
  type === 'null' ? 'null' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;

const wordings: Readonly<Record<string, (params: Readonly<Record<string, unknown>>, schema: unknown) => string>> = {
  type: ({ type }) =>
    [type]
      .flat()
      .map((name) => article(String(name)))
      .join(' or '),
  enum: (_, schema) => `one of ${(schema as unknown[]).map((value) => shown(value)).join(', ')}`,
  const: (_, schema) => shown(schema),
  pattern: ({ pattern }) => `text matching ${pattern}`,
  format: ({ format }) => `text of format ${format}`,
  minLength: ({ limit }) => `at least ${limit} characters`,
  maxLength: ({ limit }) => `at most ${limit} characters`,
  minItems: ({ limit }) => `at least ${limit} entries`,
  maxItems: ({ limit }) => `at most ${limit} entries`,
  minimum: ({ limit }) => `at least ${limit}`,
  maximum: ({ limit }) => `at most ${limit}`,
  uniqueItems: () => 'no entry twice',
  required: ({ missingProperty }) => `${missingProperty} to be present`,
  additionalProperties: ({ additionalProperty }) => `no member ${additionalProperty}`,
  'false schema': () => 'no such member here',
  not: () => 'nothing that tells another shape than this one',
  matches: () => 'exactly one of the described shapes',
};

/** What a schema expected where it found an error. */
export function expectation({ keyword, params, schema, message }: ErrorObject): string {
  return wordings[keyword]?.(params as Readonly<Record<string, unknown>>, schema) ?? message ?? keyword;
}

const longest = 120;

/** A value as a failure shows it: JSON, cut when long. The length that is given is that of the value, not of the JSON. */
export function shown(value: unknown): string {
  const text = written(value);
  if (text.length <= longest) return text;
  return `${beginningOf(text)}… (${lengthOf(typeof value === 'string' ? value : text)} characters)`;
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch (error) {
    // JSON.parse reads any depth, but JSON.stringify cannot write it.
    if (error instanceof RangeError) return 'JSON nested too deeply to be shown';
    throw error;
  }
}

/** Cuts no character in half. */
const beginningOf = (text: string): string => text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');

function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** A secret value as a failure may show it: its type, never its content. */
export function shownSecret(value: unknown): string {
  if (typeof value === 'string') return `a string of ${[...value].length} characters (secret)`;
  return value === null ? 'null' : `${article(Array.isArray(value) ? 'array' : typeof value)} (secret)`;
}

// One section of a profile in a file of its own, such as the accepted deviations.
import { readFileSync, statSync } from 'node:fs';
import { whyUnread } from '../../../exchange/unread.ts';
import { ProfileError } from '../error.ts';
import type { Environment } from '../references.ts';
import { profileSchema } from '../schema.ts';
import { readProfileText } from './reading.ts';

/** Reports a problem at a dotted path. */
export type Complain = (where: string, message: string) => void;

interface Section<Document, Settled> {
  readonly key: 'deviations' | 'redaction';
  /** How messages call the file, and its content. */
  readonly file: string;
  readonly content: string;
  /** `document` is undefined where the file says nothing. */
  settle(document: Document | undefined, complain: Complain): Settled;
}

/** Throws a `ProfileError` that names every problem and its place. */
export function loadSection<Document, Settled>(
  path: string,
  env: Environment,
  { key, file, content, settle }: Section<Document, Settled>,
): Settled {
  const properties = { [key]: profileSchema.properties?.[key] ?? {} };
  const schema = { type: 'object', additionalProperties: false, required: [key], properties } as const;
  const reading = readProfileText(textOf(path, content), path, env, { called: file, schema });
  const problems = [...reading.problems];
  const document = ((reading.value ?? {}) as Readonly<Record<string, Document>>)[key];
  const complain: Complain = (where, message) => void problems.push(reading.at(where, message));
  const settled = problems.length > 0 ? undefined : settle(document, complain);
  if (problems.length > 0) throw new ProfileError(path, problems);
  return settled as Settled;
}

/** A longer file is no profile, and parsing it as YAML would take minutes. */
const mostBytes = 2 ** 20;

export function textOf(path: string, content: string): string {
  const refuse = (message: string): never => {
    throw new ProfileError(path, [{ line: 1, column: 1, message: `${content} ${message}` }]);
  };
  try {
    if (statSync(path).size <= mostBytes) return readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(`cannot be read: ${whyUnread(error)}`);
  }
  return refuse('is longer than 1 MiB: is this the right file?');
}

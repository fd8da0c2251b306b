// One section of a profile in a file of its own, such as the accepted deviations.
import { readFileSync } from 'node:fs';
import { ProfileError } from '../error.ts';
import { type Environment, reasonOf } from '../references.ts';
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

export function textOf(path: string, content: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ProfileError(path, [{ line: 1, column: 1, message: `${content} cannot be read (${reasonOf(error)})` }]);
  }
}

// What a person says is secret besides what Assay knows by itself: a section of the profile, or a file of its own.
import { readFileSync } from 'node:fs';
import type { RedactionRules } from '../../exchange/redaction/redaction.ts';
import { flawOfPattern } from '../../exchange/redaction/rules/linear-pattern.ts';
import { flawOfPath } from '../../exchange/redaction/rules/paths.ts';
import { type Problem, ProfileError } from '../profile/error.ts';
import { type Environment, reasonOf } from '../profile/references.ts';
import { profileSchema } from '../profile/schema.ts';
import type { RedactionDocument } from '../profile/shape.ts';
import { type Kind, readProfileText } from '../profile/yaml/reading.ts';

export function settledRules(
  document: RedactionDocument,
  complain: (where: string, message: string) => void,
): RedactionRules {
  const { paths = [], patterns = [] } = document;
  const check = (
    kind: 'paths' | 'patterns',
    values: readonly string[],
    flawOf: (value: string) => string | undefined,
  ) =>
    values.forEach((value, index) => {
      const flaw = flawOf(value);
      if (flaw !== undefined) complain(`redaction.${kind}.${index}`, `${value} cannot be used: ${flaw}`);
    });
  check('paths', paths, flawOfPath);
  check('patterns', patterns, flawOfPattern);
  return document;
}

/** A file with nothing but `redaction`. Throws a `ProfileError` that names every problem and its place. */
export function loadRules(path: string, env: Environment): RedactionRules {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const message = `what is to be redacted cannot be read (${reasonOf(error)})`;
    throw new ProfileError(path, [{ line: 1, column: 1, message }]);
  }
  const reading = readProfileText(text, path, env, kind);
  const problems: Problem[] = [...reading.problems];
  const { redaction } = reading.value as { readonly redaction?: RedactionDocument };
  if (problems.length === 0 && redaction === undefined)
    problems.push(reading.at('', 'the file says nothing; expected redaction with names, paths or patterns'));
  const rules =
    problems.length > 0 || redaction === undefined
      ? {}
      : settledRules(redaction, (where, message) => void problems.push(reading.at(where, message)));
  if (problems.length > 0) throw new ProfileError(path, problems);
  return rules;
}

const kind: Kind = {
  called: 'the file of redactions',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['redaction'],
    properties: { redaction: profileSchema.properties!.redaction! },
  },
};

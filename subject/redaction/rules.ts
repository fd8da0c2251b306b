// What users declare as secret, in addition to what Assay recognises: in a section of the profile or in a separate file.
import type { RedactionRules } from '../../exchange/redaction/redaction.ts';
import { flawOfPattern } from '../../exchange/redaction/rules/linear-pattern.ts';
import { flawOfPath } from '../../exchange/redaction/rules/paths.ts';
import type { Environment } from '../profile/references.ts';
import type { RedactionDocument } from '../profile/shape.ts';
import { type Complain, loadSection } from '../profile/yaml/section.ts';

export function settledRules(document: RedactionDocument, complain: Complain): RedactionRules {
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

/** A file with nothing but `redaction`. */
export const loadRules = (path: string, env: Environment): RedactionRules =>
  loadSection<RedactionDocument, RedactionRules>(path, env, {
    key: 'redaction',
    file: 'the file of redactions',
    content: 'what is to be redacted',
    settle(document, complain) {
      if (document === undefined) complain('', 'the file is empty; expected redaction with names, paths or patterns');
      return document === undefined ? {} : settledRules(document, complain);
    },
  });

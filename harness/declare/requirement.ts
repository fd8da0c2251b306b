// Declares a check: its title and its sentence come from the catalogue, its body is the sentence in code.
import type { RequirementId } from '../../contract/requirements.ts';
import { type CheckBody, heard } from './declaration.ts';

/** Two checks of one requirement in one file are told apart by `aspect`. */
export function requirement(id: RequirementId, body: CheckBody): void;
export function requirement(id: RequirementId, aspect: string, body: CheckBody): void;
export function requirement(id: RequirementId, ...rest: [CheckBody] | [string, CheckBody]): void {
  const file = declaringFile(new Error().stack ?? '');
  if (rest.length === 1) heard().check({ id, file, body: rest[0] });
  else heard().check({ id, file, aspect: rest[0], body: rest[1] });
}

/** The first file on the stack that is a chapter's. */
function declaringFile(stack: string): string {
  const [, path = ''] = /\/(specs\/(?!harness\/)[\w/.-]+?)\.[jt]s\b/.exec(stack) ?? [];
  return `${path}.ts`;
}

/** The checks of the file that says so are never done side by side: they disturb each other. */
export const oneAfterAnother = (): void => heard().oneAfterAnother();

// Declares a check: its sentence is the catalogue's, its body is the sentence in code.
import type { RequirementId, Sentences } from '../../contract/requirements.ts';
import { type CheckBody, heard } from './declaration.ts';

/** A long sentence is folded in the source: a line break and the spaces after it stand for one space. */
type Unfolded<Text extends string> = Text extends `${infer Line}\n${infer Rest}`
  ? `${Line} ${Unfolded<WithoutIndent<Rest>>}`
  : Text;
type WithoutIndent<Text extends string> = Text extends ` ${infer Rest}` ? WithoutIndent<Rest> : Text;

/** What the catalogue says under this id, and nothing else. */
export type Sentence<Id extends RequirementId, Text extends string> =
  Unfolded<Text> extends Sentences[Id] ? Text : Sentences[Id];

/**
 * The sentence stands here for the reader, and compiles only as the catalogue has it. Several checks of one requirement in one
 * file are told apart by an aspect.
 */
export function requirement<Id extends RequirementId, Text extends string>(
  id: Id,
  _says: Sentence<Id, Text>,
  ...rest: [body: CheckBody] | [aspect: string, body: CheckBody]
): void {
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

// Declares a check: the sentence is the one of the catalogue, and the function asserts it.
import type { RequirementId, Sentences } from '../../contract/requirements.ts';
import { type CheckBody, register } from './declaration.ts';
import { declaringPlace, sourceAt } from './place.ts';

/** A long sentence is folded in the source: a line break and the spaces after it stand for one space. */
type Unfolded<Text extends string> = Text extends `${infer Line}\n${infer Rest}`
  ? `${Line} ${Unfolded<WithoutIndent<Rest>>}`
  : Text;
type WithoutIndent<Text extends string> = Text extends ` ${infer Rest}` ? WithoutIndent<Rest> : Text;

/** What the catalogue says under this id, and nothing else. */
export type Sentence<Id extends RequirementId, Text extends string> =
  Unfolded<Text> extends Sentences[Id] ? Text : Sentences[Id];

/**
 * The sentence is there for the reader, and compiles only when it equals the one of the catalogue. Several checks of one requirement in
 * one file have different aspects.
 */
export function requirement<Id extends RequirementId, Text extends string>(
  id: Id,
  _says: Sentence<Id, Text>,
  ...rest: [body: CheckBody] | [aspect: string, body: CheckBody]
): void {
  const place = declaringPlace();
  const declared = { id, file: place === undefined ? '' : sourceAt(place), ...(place && { place }) };
  if (rest.length === 1) register().check({ ...declared, body: rest[0] });
  else register().check({ ...declared, aspect: rest[0], body: rest[1] });
}

/** The checks of the file that says so are never done side by side: they disturb each other. */
export const oneAfterAnother = (): void => register().oneAfterAnother();

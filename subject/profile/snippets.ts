// A key of the profile as it may be pasted into one, and what it is for, from the profile's schema.
import { stringify } from 'yaml';
import { profileSchema, type Schema } from './schema.ts';

/** `users.*.mfa`, the second factor of any user, is shown with a user of its own. */
export const schemaAt = (key: string): Schema | undefined =>
  stepsOf(key).reduce<Schema | undefined>(
    (at, step) => at && [at, ...(at.anyOf ?? [])].map((each) => memberOf(each, step)).find((found) => found),
    profileSchema,
  );

/** `allow: { load: true } (Bursts that probe rate limits.)`, in one line. */
export function snippetOf(key: string): string {
  const description = schemaAt(key)?.description?.split(/(?<=\.) /, 1)[0];
  return `${inYaml(key)}${description === undefined ? '' : ` (${description.replace(/\.$/, '')})`}`;
}

function inYaml(key: string): string {
  const example = schemaAt(key)?.examples?.[0];
  if (example === undefined) return key;
  const [section = '', ...inner] = stepsOf(key);
  const value = inner.reduceRight<unknown>((within, step) => ({ [step]: within }), example);
  const flow = stringify(value, null, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  return `${section}: ${flow}`;
}

const memberOf = ({ properties, additionalProperties }: Schema, step: string): Schema | undefined =>
  properties?.[step] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);

const stepsOf = (key: string): readonly string[] => key.replace('users.*.mfa', 'users.mfa').split('.');

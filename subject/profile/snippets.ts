// Keys of the profile as they may be pasted into one, and what they are for, from the profile's schema.
import { stringify } from 'yaml';
import { type ProfileSchema, profileSchema } from './schema.ts';

type Values = Readonly<Record<string, unknown>>;

/** `users.*.mfa`, the second factor of any user, is shown with a user of its own. */
export const schemaAt = (key: string): ProfileSchema | undefined =>
  stepsOf(key).reduce<ProfileSchema | undefined>(
    (at, step) => at && [at, ...(at.anyOf ?? [])].map((each) => memberOf(each, step)).find((found) => found),
    profileSchema,
  );

/**
 * A line of YAML for each section that the keys are in, such as `allow: { load: true }`, below comments with the purpose of the keys.
 * A value that only the reader knows is a placeholder, with which a profile is refused. `values`: where others than the examples fit.
 */
export function snippetOf(keys: readonly string[], values: Values = {}): readonly string[] {
  const sections = [...new Set(keys.map((key) => stepsOf(key)[0] ?? ''))].sort(byPlace);
  return sections.flatMap((section) => {
    const those = keys.filter((key) => stepsOf(key)[0] === section);
    return [...those.flatMap(purposeOf).map((purpose) => `# ${purpose}`), inYaml(section, those, values)];
  });
}

/** The line for a single key, without its purpose. */
export const lineOf = (key: string): string => inYaml(stepsOf(key)[0] ?? '', [key], {});

export const exampleOf = (key: string): unknown =>
  schemaAt(key)?.examples?.[0] ?? '<fill in what docs/profile.md tells>';

export const inFlow = (value: unknown): string =>
  stringify(value, null, { collectionStyle: 'flow', lineWidth: 0 }).trim();

const byPlace = (one: string, other: string): number => placeOf(one) - placeOf(other);
const placeOf = (section: string): number => Object.keys(profileSchema.properties ?? {}).indexOf(section);

function purposeOf(key: string): readonly string[] {
  const [first] = schemaAt(key)?.description?.split(/(?<=\.) /, 1) ?? [];
  return first === undefined ? [] : [first.replace(/\.$/, '')];
}

function inYaml(section: string, keys: readonly string[], values: Values): string {
  const value: Record<string, unknown> = {};
  for (const key of keys) {
    const [, ...inner] = stepsOf(key);
    const last = inner.pop() ?? '';
    let at = value;
    for (const step of inner) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[last] = values[key] ?? exampleOf(key);
  }
  return `${section}: ${inFlow(value)}`;
}

const memberOf = ({ properties, additionalProperties }: ProfileSchema, step: string): ProfileSchema | undefined =>
  properties?.[step] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);

const stepsOf = (key: string): readonly string[] => key.replace('users.*.mfa', 'users.mfa').split('.');

// Whether a value has fields, and whether a field is empty. A server may leave out a field that does not apply, write null, or write the
// empty value of its type. All three mean the same, so code that asks whether a field is there has to use this file.

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Absent, null, 0, "", [], {}, and an object or a list whose members are all empty. */
export function saysNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0) return true;
  return typeof value === 'object' && Object.values(value).every(saysNothing);
}

/** The value, or undefined where it is empty. */
export const meaningful = <Value>(value: Value): Value | undefined => (saysNothing(value) ? undefined : value);

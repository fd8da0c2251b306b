// Whether a value has fields, and whether a field says anything. A server that leaves out a field that does not apply, one
// that writes null, and one that writes the empty value of its type say the same: everybody who asks whether a field is
// there asks here.

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Absent, null, 0, "", [], {}, and an object or a list whose members all say nothing. */
export function saysNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0) return true;
  return typeof value === 'object' && Object.values(value).every(saysNothing);
}

/** The value, or undefined where it says nothing. */
export const meaningful = <Value>(value: Value): Value | undefined => (saysNothing(value) ? undefined : value);

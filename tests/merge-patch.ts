// Lays what is different about a variant over the profile of the plain service (RFC 7396).
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A null removes a member. */
export function mergePatch(under: unknown, over: unknown): unknown {
  if (!isFields(over)) return over;
  const base = isFields(under) ? under : {};
  const kept = Object.entries(base).filter(([key]) => !(key in over));
  const laid = Object.entries(over).map(([key, value]) => [key, mergePatch(base[key], value)]);
  return Object.fromEntries([...kept, ...laid.filter(([, value]) => value !== null)]);
}

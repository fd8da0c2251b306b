// Readers of JSON whose shape is not checked.
export type Loose = Readonly<Record<string, unknown>>;

export const object = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Numbers and booleans are returned as text. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;

/** Numbers written as text are accepted. */
export const number = (value: unknown): number | undefined => {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
};

// JSON pointers (RFC 6901): a path of member names and indices into a JSON value.

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** The members and indices that a pointer leads through. */
export const stepsOf = (pointer: string): readonly string[] => pointer.split('/').slice(1).map(unescaped);

export const pointerTo = (base: string, name: string): string =>
  `${base}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The value at the pointer; undefined where a step leads nowhere. */
export const pointedAt = (value: unknown, pointer: string): unknown =>
  stepsOf(pointer).reduce<unknown>((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], value);

// Wraps a function in seams; a later seam wraps the earlier ones.

type Seam<A extends unknown[], R> = (next: (...args: A) => R, ...args: A) => R;

export const wrapped = <A extends unknown[], R>(
  plain: (...args: A) => R,
  seams: readonly (Seam<A, R> | undefined)[],
): ((...args: A) => R) =>
  seams.reduce<(...args: A) => R>(
    (next, seam) => (seam === undefined ? next : (...args) => seam(next, ...args)),
    plain,
  );

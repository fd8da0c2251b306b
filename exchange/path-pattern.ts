/** A pattern for the beginning of a path, in which `*` matches within one segment. */
export const pathPattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/?]*')}`,
  );

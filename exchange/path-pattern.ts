/** The beginning of a path; `*` stands for what one segment holds. */
export const pathPattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/?]*')}`,
  );

// Why a file could not be read, in words. The system's codes are meant for programs, and the JSON parser quotes bytes of the file.

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ELOOP: 'its symbolic links go round in a circle',
};

export const whyUnread = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'it is no JSON, or only the beginning of some';
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
};

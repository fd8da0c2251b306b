// Why nothing can be listened to at an address, in plain words.
export const cannotListen = (
  { code, message }: NodeJS.ErrnoException,
  { port, host }: { readonly port: number; readonly host: string },
  option: string,
): string =>
  code === 'EADDRINUSE'
    ? `port ${port} of ${host} is taken; ${option} 0 takes any free one`
    : `${host} port ${port} cannot be listened to: ${message}`;

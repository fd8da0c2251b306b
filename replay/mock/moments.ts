// A recorded token is long past its end: the moments at which tokens expire move on by as much as the recording is old.

const expiry = /("expiredAt"\s*:\s*)(\d{9,14})(?=\s*[,}])/g;
/** From there on, a number of milliseconds; before, of seconds. */
const fromMilliseconds = 1e11;

/** `age` in milliseconds. */
export const upToDate = (body: Uint8Array, age: number): Uint8Array => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!bytes.includes('"expiredAt"')) return body;
  const moved = (value: number) =>
    value >= fromMilliseconds ? value + Math.round(age) : value + Math.round(age / 1000);
  return Buffer.from(
    bytes.toString().replaceAll(expiry, (_, name: string, value: string) => name + moved(Number(value))),
  );
};

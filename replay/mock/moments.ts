// Moves the expiry of tokens by the age of the recording, because the recorded moments are past.

const expiry = /("expiredAt"\s*:\s*)(\d{9,14})(?=\s*[,}])/g;
/** A number from here on is in milliseconds, a smaller one in seconds. */
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

// Secret values that must not be found in anything that is written, in any form in which they may be sent.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { plainLines } from '../plain-lines.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const formsOf = (secret: string): Buffer[] => {
  const base64 = [0, 1, 2].map((offset) => {
    const coded = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
      .toString('base64')
      .replace(/=+$/, '');
    // The characters at both ends also contain bits of their neighbours.
    return coded.slice(offset === 0 ? 0 : offset + 1, -2);
  });
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret);
  const hex = Buffer.from(secret).toString('hex');
  const texts = [
    ...[secret, percent, percent.toLowerCase(), encodeURIComponent(percent), escaped(secret), hex, hex.toUpperCase()],
    ...[new URLSearchParams({ '': secret }).toString().slice(1), json, JSON.stringify(json).slice(1, -1)],
  ];
  return [...texts, ...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))]
    .map((text) => Buffer.from(text))
    .concat(Buffer.from(secret, 'utf16le'));
};

export const foundIn = (written: Uint8Array, secrets: Iterable<string>): string[] => {
  const bytes = Buffer.from(written.buffer, written.byteOffset, written.byteLength);
  return [...secrets].filter((secret) => formsOf(secret).some((form) => bytes.includes(form)));
};

/** The secrets found in each file below a folder, packed files included: `evidence.ndjson: the-secret`. */
export const foundBelow = (folder: string, secrets: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      return foundIn(plainLines(name.endsWith('.gz') ? gunzipSync(bytes) : bytes), secrets).map(
        (secret) => `${name}: ${secret}`,
      );
    });

// Secrets within base64 text. The whole run that hides a secret is masked, so that it has one stand-in in all places. Only runs that decode
// to text are searched, because keys, digests and pictures are not text.
import { isUtf8 } from 'node:buffer';
import type { Mask } from './pattern-net.ts';

// Four characters that encode three ASCII characters. One random run in five hundred begins with three such groups.
const group = '[A-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589][\\w+/-]';
const before = '["\'\\s,=:;>(]';
const atFirst = new RegExp(`^(?:${group}){3}`);
const further = new RegExp(`${before}(?:${group}){3}`);
const runs = new RegExp(`(?<=^|${before})(?:${group}){3}[\\w+/-]*={0,2}`, 'g');
// biome-ignore lint/suspicious/noControlCharactersInRegex: what has them is no text
const control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** A quick test: whether `uncoded` could change anything. */
export const mayBeCoded = (text: string): boolean => further.test(text) || atFirst.test(text);

/** `shown` is the decoded text without its secrets. */
export const uncoded = (text: string, mask: Mask, shown: (decoded: string) => string): string =>
  mayBeCoded(text)
    ? text.replace(runs, (run) => {
        const bytes = Buffer.from(run, 'base64');
        if (!isUtf8(bytes)) return run;
        const decoded = bytes.toString();
        return control.test(decoded) || shown(decoded) === decoded ? run : mask(run);
      })
    : text;

// Bodies with wrong bytes: not JSON, not UTF-8, under another content type, or JSON that is no object.
import type { Fields } from '../../subject/answers.ts';
import type { Strength } from './defect.ts';

export interface RawBody {
  /** Undefined: no content type at all. */
  readonly type?: string;
  readonly content: string | Uint8Array;
}

interface Raw {
  readonly breaks: string;
  readonly by: string;
  readonly strength: Strength;
  of(fields: Fields): RawBody;
}

const json = 'application/json';
const body = (content: string | Uint8Array): RawBody => ({ type: json, content });
const text = (fields: Fields): string => JSON.stringify(fields);

const syntax = (by: string, of: (written: string) => string, strength: Strength = 'must'): Raw => ({
  breaks: 'syntax',
  by,
  strength,
  of: (fields) => body(of(text(fields))),
});

const deep = 20_000;
const nested = `${'['.repeat(deep)}${']'.repeat(deep)}`;
const inside = (written: string, member: string): string =>
  written === '{}' ? `{${member}}` : `{${member},${written.slice(1)}`;
const first = (fields: Fields): string => Object.keys(fields)[0] ?? 'a';

export const rawBodies: readonly Raw[] = [
  syntax('cut off', (written) => written.slice(0, -1)),
  syntax('cut off in the middle', (written) => written.slice(0, Math.ceil(written.length / 2))),
  syntax('trailing comma', (written) => written.replace(/\}$/, ',}')),
  syntax('single quotes', (written) => written.replaceAll('"', "'")),
  syntax('names without quotes', (written) => written.replace(/"(\w+)":/, '$1:')),
  syntax('no colon', (written) => written.replace(':', ' ')),
  syntax('one brace too many', (written) => `${written}}`),
  syntax('two documents', (written) => `${written}${written}`),
  syntax('comment', (written) => written.replace('{', '{/* a */')),
  syntax('bare word', () => 'undefined'),
  syntax('raw line break in a string', (written) => inside(written, '"assay":"a\nb"'), 'advice'),
  syntax('NaN', (written) => inside(written, '"assay":NaN'), 'advice'),
  syntax('empty', () => '', 'observe'),
  syntax('byte order mark', (written) => `\ufeff${written}`, 'observe'),
  syntax('number beyond measure', (written) => inside(written, '"assay":1e999999'), 'observe'),
  {
    breaks: 'encoding',
    by: 'invalid UTF-8',
    strength: 'observe',
    of: (fields) => body(Buffer.from(inside(text(fields), '"assay":"\u00ff\u00fe"'), 'latin1')),
  },
  { breaks: 'encoding', by: 'UTF-16', strength: 'observe', of: (fields) => body(Buffer.from(text(fields), 'utf16le')) },
  ...['text/plain', 'application/xml', 'application/octet-stream'].map(
    (type): Raw => ({
      breaks: 'contentType',
      by: type,
      strength: 'advice',
      of: (fields) => ({ type, content: text(fields) }),
    }),
  ),
  {
    breaks: 'contentType',
    by: 'malformed',
    strength: 'observe',
    of: (fields) => ({ type: 'json', content: text(fields) }),
  },
  { breaks: 'contentType', by: 'missing', strength: 'observe', of: (fields) => ({ content: text(fields) }) },
  {
    breaks: 'duplicateKey',
    by: 'equal',
    strength: 'observe',
    of: (fields) =>
      body(inside(text(fields), `${JSON.stringify(first(fields))}:${JSON.stringify(fields[first(fields)] ?? 1)}`)),
  },
  {
    breaks: 'duplicateKey',
    by: 'conflicting',
    strength: 'observe',
    of: (fields) => body(inside(text(fields), `${JSON.stringify(first(fields))}:{"a":1}`)),
  },
  { breaks: 'nesting', by: 'the whole body', strength: 'observe', of: () => body(nested) },
  {
    breaks: 'nesting',
    by: 'unknown member',
    strength: 'observe',
    of: (fields) => body(inside(text(fields), `"assay":${nested}`)),
  },
];

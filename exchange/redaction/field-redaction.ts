// Redacts addresses and header fields.

import { decodedOrRaw } from '../../contract/percent.ts';
import type { RequestMarks } from '../../contract/secrets.ts';
import type { Headers } from '../../contract/wire.ts';
import type { Inspection } from './inspection.ts';
import { redactedPairs } from './pairs-redaction.ts';
import { caught } from './pattern-net.ts';
import type { Side } from './sides.ts';

interface FieldRedaction {
  /** The template is the operation's, which names the parts of the path. */
  url(text: string, side: Side, template?: string, marks?: RequestMarks): string;
  headers(headers: Headers, side: Side, marked: ReadonlySet<string>): Headers;
}

const credentialHeaders = new Set(['authorization', 'proxy-authorization']);
const addressHeaders = new Set(['location', 'content-location', 'referer']);
const parameter = /\{([^}]+)\}/;

export const isCredentialHeader = (name: string): boolean => credentialHeaders.has(name.toLowerCase());

export const createFieldRedaction = (inspection: Inspection): FieldRedaction => {
  const { mask, inspected } = inspection;

  const path = (text: string, template: string | undefined, secret: ReadonlySet<string> | undefined): string => {
    const segments = text.split('/');
    const parts = [text, ...segments];
    if (!secret?.size && !text.includes('%') && !parts.some(inspection.worthInspecting)) return text;
    const names = (template ?? '').split('/');
    const shift = segments.length - names.length;
    return segments
      .map((segment, index) => {
        const name = parameter.exec(names[index - shift] ?? '')?.[1];
        const value = decodedOrRaw(segment);
        const shown = name !== undefined && secret?.has(name) ? mask(value) : inspected(value);
        return shown === value ? segment : encodeURIComponent(shown);
      })
      .join('/');
  };

  const url = (text: string, side: Side, template?: string, of?: RequestMarks): string => {
    const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(text)?.[0] ?? '';
    const rest = text.slice(authority.length);
    const mark = rest.search(/[?#]/);
    const secretly = ([name = '']: readonly string[]) =>
      of?.query.has(name) ||
      (of?.unnamedQuery === true && !of.plainQuery.has(name)) ||
      (!of?.plainQuery.has(name) && side.verdict(name) !== undefined);
    const shownAuthority = authority.includes('@') ? caught(`${authority}/`, mask).slice(0, -1) : authority;
    if (mark < 0) return shownAuthority + path(rest, template, of?.path);
    return (
      shownAuthority +
      path(rest.slice(0, mark), template, of?.path) +
      rest[mark] +
      redactedPairs(rest.slice(mark + 1), inspection, secretly)
    );
  };

  const credentials = (value: string): string => {
    const [, scheme, gap, rest] = /^(\s*[\w-]+)(\s+)(.*)$/s.exec(value) ?? [];
    if (scheme === undefined || rest === undefined || rest === '') return mask(value);
    if (/basic/i.test(scheme)) {
      const [, ...password] = Buffer.from(rest, 'base64').toString().split(':');
      if (password.length > 0) mask(password.join(':'));
    }
    return scheme + gap + mask(rest);
  };

  const cookie = (pair: string): string => {
    const equals = pair.indexOf('=');
    const [, before = '', value = '', after = ''] = /^(\s*"?)(.*?)("?\s*)$/s.exec(pair.slice(equals + 1)) ?? [];
    return pair.slice(0, equals + 1) + before + mask(value) + after;
  };

  const field = (name: string, value: string, side: Side, marked: ReadonlySet<string>): string => {
    const lower = name.toLowerCase();
    if (credentialHeaders.has(lower)) return credentials(value);
    if (lower === 'cookie') return value.split(';').map(cookie).join(';');
    if (lower === 'set-cookie') return value.replace(/^[^;]*/, cookie);
    if (marked.has(lower) || side.verdict(name) === 'named') return mask(value);
    return addressHeaders.has(lower) ? url(value, side) : inspected(inspection.withoutHandedOut(value));
  };

  const headers = (all: Headers, side: Side, marked: ReadonlySet<string>): Headers => {
    let changed = false;
    const shown = all.map((pair) => {
      const value = field(pair[0], pair[1], side, marked);
      if (value === pair[1]) return pair;
      changed = true;
      return [pair[0], value] as const;
    });
    return changed ? shown : all;
  };

  return { url, headers };
};

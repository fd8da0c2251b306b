// Redacts addresses and header fields.

import type { RequestMarks } from '../../contract/secrets.ts';
import { decodedOrRaw } from '../../contract/text/percent.ts';
import type { Headers } from '../../contract/wire.ts';
import { redactedPairs } from './bodies/pairs-redaction.ts';
import type { TextRedaction } from './bodies/text-redaction.ts';
import { CleanTexts } from './clean-texts.ts';
import type { Inspection } from './inspection.ts';
import { caught } from './pattern-net.ts';
import { hidesText } from './reasons.ts';
import { doubtOf } from './rules/doubtful-names.ts';
import { isUnmistakable } from './rules/own-headers.ts';
import { isKeyAlone, looksLikeKey } from './rules/telling-names.ts';
import type { Side } from './sides.ts';

interface FieldRedaction {
  /** `template` is the operation's path, which names the parts of the address. */
  url(text: string, side: Side, template?: string, marks?: RequestMarks): string;
  headers(headers: Headers, side: Side, marked: ReadonlySet<string>): Headers;
}

const addressHeaders = new Set(['location', 'content-location', 'referer']);
const parameter = /\{([^}]+)\}/;

/** Also `X-Forwarded-Authorization`. */
export const isCredentialHeader = (name: string): boolean => /(?:^|-)authorization$/i.test(name);

/** `own` has the names, in lower case, of headers that the profile sends. */
export const createFieldRedaction = (
  inspection: Inspection,
  texts: TextRedaction,
  own: ReadonlySet<string>,
): FieldRedaction => {
  const { mask, maskFor, inspected } = inspection;
  const clean = new CleanTexts(inspection);

  /** Redacts a text that was not clean before. */
  const once = (side: Side, place: string, text: string, redacted: () => string): string => {
    if (clean.has(side, place, text)) return text;
    const shown = redacted();
    if (shown === text) clean.add(side, place, text);
    return shown;
  };

  const path = (text: string, side: Side, template: string | undefined, secret?: ReadonlySet<string>): string => {
    const segments = text.split('/');
    const parts = [text, ...segments];
    if (!secret?.size && !/[%=]/.test(text) && !parts.some(inspection.worthInspecting)) return text;
    const names = (template ?? '').split('/');
    const shift = segments.length - names.length;
    return segments
      .map((segment, index) => {
        const name = parameter.exec(names[index - shift] ?? '')?.[1];
        // `cards;jsessionid=abc`
        const [first = '', ...parameters] = segment.split(';');
        const value = decodedOrRaw(first);
        const shown = name !== undefined && secret?.has(name) ? mask(value) : texts.any(value, side);
        const shownFirst = shown === value ? first : encodeURIComponent(shown);
        return [shownFirst, ...parameters.map((each) => pairs(each, side))].join(';');
      })
      .join('/');
  };

  const pairs = (text: string, side: Side, of?: RequestMarks): string =>
    redactedPairs(text, {
      name: inspected,
      value(steps, value) {
        const [name = ''] = steps;
        if (of?.plainQuery.has(name)) return texts.any(value, side);
        const isMarked = of?.query.has(name) || of?.unnamedQuery;
        if (isMarked || (isKeyAlone(name) && looksLikeKey(value))) return maskFor(isMarked ? 'mark' : 'family', value);
        const reason = steps.map(side.reasonFor).find((each) => each !== undefined) ?? doubtOf(name, true);
        return hidesText(reason, value) ? mask(value) : texts.any(value, side);
      },
    });

  const url = (text: string, side: Side, template?: string, of?: RequestMarks): string => {
    const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(text)?.[0] ?? '';
    const rest = text.slice(authority.length);
    const [, address = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(rest) ?? [];
    const shownAuthority = authority.includes('@') ? caught(`${authority}/`, mask).slice(0, -1) : authority;
    const shown = [shownAuthority, path(address, side, template, of?.path)];
    if (rest.length > address.length && rest[address.length] === '?') shown.push('?', pairs(query, side, of));
    if (rest.includes('#')) shown.push('#', pairs(fragment, side));
    return shown.join('');
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

  /** Keeps the scheme before a token. */
  const secretValue = (value: string): string =>
    /^\s*(?:bearer|basic|token|apikey)\s/i.test(value) ? credentials(value) : mask(value);

  const field = (name: string, value: string, side: Side, marked: ReadonlySet<string>): string => {
    const lower = name.toLowerCase();
    if (isCredentialHeader(lower)) return credentials(value);
    if (lower === 'cookie') return value.split(';').map(cookie).join(';');
    if (lower === 'set-cookie') return value.replace(/^[^;]*/, cookie);
    if (marked.has(lower)) return secretValue(value);
    if (own.has(lower)) return isUnmistakable(value) ? secretValue(value) : inspection.standIn(value);
    const reason = isKeyAlone(name) ? 'family' : side.reasonFor(name);
    if (reason !== 'perhaps' && hidesText(reason, value)) return secretValue(value);
    return addressHeaders.has(lower) ? url(value, side) : texts.any(inspection.withoutHandedOut(value), side);
  };

  const headers = (all: Headers, side: Side, marked: ReadonlySet<string>): Headers => {
    let changed = false;
    const shown = all.map((pair) => {
      const [name, value] = pair;
      const shownValue = once(side, name, value, () => field(name, value, side, marked));
      if (shownValue === value) return pair;
      changed = true;
      return [name, shownValue] as const;
    });
    return changed ? shown : all;
  };

  return {
    url: (text, side, template, of) => once(side, 'url', text, () => url(text, side, template, of)),
    headers,
  };
};

// Finds secrets that are known by value, all in one pass over a text, in every form of transport: plain, percent-encoded, escaped for JSON or
// XML, in hexadecimal, and inside base64 (for example of `user:password`).
import type { Mask } from './pattern-net.ts';

interface KnownSecrets {
  add(secret: string): void;
  /** Whether `masked` could change the text. */
  in(text: string): boolean;
  /** The text with each known secret masked. A short secret is masked only if it is the whole text. */
  masked(text: string, mask: Mask): string;
}

interface Form {
  readonly text: string;
  readonly secret: string;
  readonly kind: 'plain' | 'base64';
}

// Shorter secrets would be found in harmless words, and short words in any text, so they count only as the whole text.
const shortestInside = 6;
const shortestAlone = 4;
const shortWord = /^\p{L}{1,7}$/u;
// A shorter secret must stand alone: 123456 is not in 1234567.
const longEnough = 16;

const base64Forms = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((offset) => {
    const coded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The first and last characters also contain bits of the neighbouring text.
    const whole = coded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });
};

/** The form for XML and HTML, with their ways to write quotes. */
const escaped = (secret: string, quote: string, apostrophe: string): string =>
  secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', quote)
    .replaceAll("'", apostrophe);

const formsOf = (secret: string): Form[] => {
  const encoded = encodeURIComponent(Buffer.from(secret).toString());
  const json = JSON.stringify(secret).slice(1, -1);
  const hex = Buffer.from(secret).toString('hex');
  const plain = [
    ...[secret, encoded, encoded.replace(/%20/g, '+'), encoded.replace(/%../g, (each) => each.toLowerCase())],
    ...[encodeURIComponent(encoded), new URLSearchParams([['', secret]]).toString().slice(1)],
    ...[json, json.replaceAll('/', '\\/'), JSON.stringify(json).slice(1, -1)],
    ...[escaped(secret, '&quot;', "'"), escaped(secret, '"', "'"), escaped(secret, '&#34;', '&#39;')],
    ...[escaped(secret, '&quot;', '&apos;'), escaped(secret, '&quot;', '&#39;'), hex, hex.toUpperCase()],
  ];
  return [...new Set(plain)]
    .map((text): Form => ({ text, secret, kind: 'plain' }))
    .concat([...new Set(base64Forms(secret))].map((text) => ({ text, secret, kind: 'base64' })))
    .filter((form) => form.text.length >= shortestInside);
};

export const isWordCharacter = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

const standsAlone = (text: string, from: number, to: number): boolean =>
  !(from > 0 && isWordCharacter(text.charCodeAt(from - 1))) &&
  !(to < text.length && isWordCharacter(text.charCodeAt(to)));

interface Find {
  readonly from: number;
  readonly to: number;
  readonly secret: string;
}

/** The search of Wu and Manber: a table of pairs of characters tells how far to jump. */
const searcher = (forms: readonly Form[]): ((text: string, start: number) => Find | undefined) => {
  if (forms.length === 0) return () => undefined;
  const window = Math.min(...forms.map((form) => form.text.length));
  const leaps = new Uint8Array(0x10000).fill(Math.min(window - 1, 255));
  const endings = new Map<number, Form[]>();
  const pair = (text: string, at: number) => ((text.charCodeAt(at) << 8) ^ text.charCodeAt(at + 1)) & 0xffff;
  for (const form of forms) {
    for (let at = 0; at <= window - 2; at += 1) {
      const hash = pair(form.text, at);
      leaps[hash] = Math.min(leaps[hash] as number, window - 2 - at);
    }
    const last = pair(form.text, window - 2);
    endings.set(
      last,
      [...(endings.get(last) ?? []), form].sort((one, other) => other.text.length - one.text.length),
    );
  }
  const base64Character = /[A-Za-z0-9+/_=-]/;
  const found = (text: string, from: number, form: Form): Find | undefined => {
    let to = from + form.text.length;
    if (form.kind === 'plain')
      return form.text.length >= longEnough || standsAlone(text, from, to)
        ? { from, to, secret: form.secret }
        : undefined;
    let beginning = from;
    while (beginning > 0 && base64Character.test(text[beginning - 1] as string)) beginning -= 1;
    while (to < text.length && base64Character.test(text[to] as string)) to += 1;
    return { from: beginning, to, secret: text.slice(beginning, to) };
  };
  return (text, start) => {
    let at = start;
    while (at + window <= text.length) {
      const leap = leaps[pair(text, at + window - 2)] as number;
      if (leap > 0) {
        at += leap;
        continue;
      }
      for (const form of endings.get(pair(text, at + window - 2)) ?? []) {
        const find = text.startsWith(form.text, at) ? found(text, at, form) : undefined;
        if (find) return find;
      }
      at += 1;
    }
    return undefined;
  };
};

export const createKnownSecrets = (initial: Iterable<string> = []): KnownSecrets => {
  const inside = new Set<string>();
  const alone = new Set<string>();
  let search: ReturnType<typeof searcher> | undefined;
  const current = () => (search ??= searcher([...inside].flatMap(formsOf)));

  const add = (secret: string) => {
    if (secret.length < shortestAlone) return;
    const group = secret.length < shortestInside || shortWord.test(secret) ? alone : inside;
    if (group.has(secret)) return;
    group.add(secret);
    search = undefined;
  };
  for (const secret of initial) add(secret);

  return {
    add,
    in(text) {
      if (inside.size > 0 && current()(text, 0) !== undefined) return true;
      for (const secret of alone) if (text.includes(secret)) return true;
      return false;
    },
    masked(text, mask) {
      if (alone.has(text)) return mask(text);
      if (inside.size === 0) return text;
      let result = '';
      let done = 0;
      for (let find = current()(text, 0); find; find = current()(text, done)) {
        // A run of base64 may begin before the end of the last find.
        result += text.slice(done, Math.max(done, find.from)) + mask(find.secret);
        done = find.to;
      }
      return done === 0 ? text : result + text.slice(done);
    },
  };
};

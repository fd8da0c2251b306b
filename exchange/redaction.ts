// Makes an exchange fit to be written down: every secret in it gives way to a pseudonym, everything else stays as it was.
//
// Secrets are found by the contract's marks, by patterns, by value when they are known, and by echo: what was masked in
// one part of an exchange is masked in its other parts too. Redacting twice changes nothing more, under whatever key.
import { operationOf } from '../contract/operations.ts';
import {
  secrets as contractSecrets,
  plainName,
  type RequestMarks,
  type SecretMarks,
  type SecretPlace,
  type Secrets,
} from '../contract/secrets.ts';
import { type Headers, header, type Outcome, type WireRequest, type WireResponse } from '../contract/wire.ts';
import { bodyText, leftOut } from './body-text.ts';
import type { RecordedExchange } from './exchange.ts';
import { redactedJson } from './json-redaction.ts';
import { createKnownSecrets } from './known-secrets.ts';
import { caught, isCardNumeral, looksSuspicious } from './pattern-net.ts';
import { createPseudonyms, isPseudonym, newKey } from './pseudonym.ts';

export interface Redaction {
  exchange<Recorded extends RecordedExchange>(exchange: Recorded): Recorded;
  /** For messages and reports: patterns and known secrets. */
  text(text: string): string;
  /** From now on this value is masked wherever it stands. */
  know(secret: string): void;
  /** For the environment of sibling processes that write the same recording; never for a file. */
  readonly key: string;
}

export interface RedactionOptions {
  /** As another redaction's `key`; without it, a new one is drawn. */
  readonly key?: string;
  readonly known?: Iterable<string>;
  /** Names of members, parameters or headers that the profile says carry secrets. */
  readonly names?: Iterable<string>;
  /** Part of the target's URL before the version. */
  readonly basePath?: string;
  readonly secrets?: Secrets;
  readonly locate?: Locate;
}

export type Locate = (method: string, url: string) => { operation: { id: string; path: string } } | undefined;

/** The environment variable that hands the key to sibling processes. */
export const redactionKeyVariable = 'ASSAY_REDACTION_KEY';

/** What is known of the bodies and parameters of one side of an exchange. */
interface Side {
  readonly marks: SecretMarks | undefined;
  readonly names: ReadonlySet<string>;
  /** Finds out quickly whether a body has a member that may be secret. */
  readonly members: RegExp;
}

interface At {
  readonly place: SecretPlace | undefined;
  readonly secret: 'marked' | 'named' | 'perhaps' | undefined;
  /** Below a map of field to message, where a name stands for the field and not for its value. */
  readonly amongMessages: boolean;
}

// An echo shorter than this would be found in innocent values.
const shortestEcho = 6;
const credentialHeaders = new Set(['authorization', 'proxy-authorization']);
const addressHeaders = new Set(['location', 'content-location', 'referer']);
const messageMaps = new Set(['errors', 'query', 'body']);
const neverFinds = /(?!)/;

const decodedOrRaw = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Finds `"name":` and its looser spellings. */
const memberPattern = (names: Iterable<string>): RegExp => {
  const spellings = [...names].map((name) => [...plainName(name)].join('[-_]?'));
  return spellings.length === 0 ? neverFinds : new RegExp(`["'{,\\s](?:${spellings.join('|')})["']?\\s*:`, 'i');
};

const secretNames = (place: SecretPlace | undefined, into = new Set<string>(), seen = new Set<SecretPlace>()) => {
  if (!place || seen.has(place)) return into;
  seen.add(place);
  for (const [name, member] of place.members) {
    if (member.secret) into.add(name);
    secretNames(member, into, seen);
  }
  secretNames(place.items, into, seen);
  return into;
};

const namesRemembered = 5_000;

/** Plain names of the few names that come again and again. */
const rememberedPlainNames = () => {
  const remembered = new Map<string, string>();
  return (name: string): string => {
    const known = remembered.get(name);
    if (known !== undefined) return known;
    if (remembered.size >= namesRemembered) remembered.clear();
    const plain = plainName(name);
    remembered.set(name, plain);
    return plain;
  };
};

const occursAlone = (text: string, value: string): RegExp | undefined =>
  text.includes(value)
    ? new RegExp(`(?<![A-Za-z0-9])${value.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')}(?![A-Za-z0-9])`, 'g')
    : undefined;

export const createRedaction = (options: RedactionOptions = {}): Redaction => {
  const marks = options.secrets ?? contractSecrets;
  const locate: Locate = options.locate ?? ((method, url) => operationOf(method, url, options.basePath));
  const key = options.key === undefined ? newKey() : Buffer.from(options.key, 'base64');
  const pseudonyms = createPseudonyms(key);
  const known = createKnownSecrets(options.known);
  const ownNames = [...(options.names ?? [])].map(plainName);
  const certain = new Set([...marks.certainNames, ...ownNames]);
  const anywhere = new Set([...marks.names, ...ownNames]);
  const plainNameOf = rememberedPlainNames();
  const templates = /\{([^}]+)\}/;

  const unlocated: Side = { marks: undefined, names: anywhere, members: memberPattern(anywhere) };
  const sides = new Map<SecretMarks, Side>();
  const sideOf = (of: SecretMarks | undefined): Side => {
    if (!of) return unlocated;
    let side = sides.get(of);
    if (!side) {
      side = { marks: of, names: certain, members: memberPattern([...certain, ...secretNames(of.body)]) };
      sides.set(of, side);
    }
    return side;
  };

  // What this exchange showed to be secret, to be looked for in its other parts.
  let echoes = new Set<string>();
  const mask = (secret: string): string => {
    if (secret.length >= shortestEcho && !isPseudonym(secret)) echoes.add(secret);
    return pseudonyms.text(secret);
  };

  const withoutEchoes = (text: string): string => {
    let result = text;
    for (const echo of echoes) {
      const pattern = occursAlone(result, echo);
      if (pattern) result = result.replace(pattern, pseudonyms.text(echo));
    }
    return result;
  };

  const echoedIn = (text: string): boolean => {
    for (const echo of echoes) if (text.includes(echo)) return true;
    return false;
  };

  /** Whether anything in the text may have to be masked for what it is, wherever it stands. */
  const worthInspecting = (text: string): boolean => looksSuspicious(text) || known.in(text) || echoedIn(text);

  /** A text of no special meaning. */
  const inspected = (text: string): string => {
    if (!worthInspecting(text)) return text;
    const unknown = known.in(text) ? known.masked(text, mask) : text;
    return withoutEchoes(looksSuspicious(unknown) ? caught(unknown, mask) : unknown);
  };

  const isSecretName = (side: Side, name: string): 'named' | 'perhaps' | undefined => {
    const plain = plainNameOf(name);
    if (certain.has(plain)) return 'named';
    return side.names.has(plain) ? 'perhaps' : undefined;
  };

  // ---- bodies

  const below = (side: Side, at: At, name: string): At => {
    const place = at.place?.members.get(name);
    const inherited = at.secret === 'perhaps' ? undefined : at.secret;
    return {
      place,
      secret: inherited ?? (place?.secret ? 'marked' : isSecretName(side, name)),
      amongMessages: at.amongMessages || messageMaps.has(name),
    };
  };

  const scalar = (at: At, value: string): string => {
    if (at.secret === undefined) return inspected(value);
    return at.secret !== 'marked' && at.amongMessages && /\s/.test(value) ? inspected(value) : mask(value);
  };

  const json = (text: string, side: Side): string => {
    const place = side.marks?.body;
    // Escapes may hide anything, in texts as in names.
    const inspect = text.includes('\\') || worthInspecting(text);
    if (!inspect && !place?.secret && !side.members.test(text)) return text;
    const root: At = { place, secret: place?.secret ? 'marked' : undefined, amongMessages: false };
    const walked = redactedJson<At>(text, root, {
      member: (at, name) => below(side, at, name),
      item: (at) => ({ ...at, place: at.place?.items, secret: at.place?.items?.secret ? 'marked' : at.secret }),
      string: (at, value) => (inspect || at.secret ? scalar(at, value) : value),
      word: (at, written) => (inspect || at.secret ? scalar(at, written) : written),
      name: (name) => (inspect ? inspected(name) : name),
      number: (at, written) => {
        if (at.secret === 'marked' || at.secret === 'named') return pseudonyms.number(written);
        return isCardNumeral(written) || (written.length >= 10 && known.masked(written, pseudonyms.text) !== written)
          ? pseudonyms.number(written)
          : written;
      },
    });
    try {
      JSON.parse(walked);
      return walked;
    } catch {
      return inspected(walked);
    }
  };

  const pairs = (text: string, secretly: (path: readonly string[]) => boolean): string =>
    text
      .split('&')
      .map((pair) => {
        const equals = pair.indexOf('=');
        const name = decodedOrRaw((equals < 0 ? pair : pair.slice(0, equals)).replaceAll('+', ' '));
        const value = equals < 0 ? '' : decodedOrRaw(pair.slice(equals + 1).replaceAll('+', ' '));
        const shownName = inspected(name);
        const shown = secretly(name.split(/[[\].]+/)) ? mask(value) : inspected(value);
        if (shown === value && shownName === name) return pair;
        const left =
          shownName === name ? pair.slice(0, equals < 0 ? undefined : equals) : encodeURIComponent(shownName);
        return equals < 0 ? left : `${left}=${encodeURIComponent(shown)}`;
      })
      .join('&');

  const form = (text: string, side: Side): string =>
    pairs(text, (path) => {
      let at: At = { place: side.marks?.body, secret: undefined, amongMessages: false };
      for (const name of path) at = name === '' ? at : below(side, at, name);
      return at.secret !== undefined;
    });

  const parts = (text: string, side: Side): string =>
    text.replace(
      /(name="?([^";\r\n]+)"?[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n)([\s\S]*?)(?=\r?\n--|$)/gi,
      (_, head: string, name: string, content: string) =>
        head +
        (isSecretName(side, name) || side.marks?.body?.members.get(name)?.secret ? mask(content) : inspected(content)),
    );

  const prose = (text: string, side: Side): string =>
    inspected(
      text.replace(
        /([\w-]{3,})(["']?\s*([=:])\s*["']?)([^\s"'&,;<>]+)/g,
        (whole, name: string, between: string, sign: string, value: string) =>
          isSecretName(side, name) === 'named' && (sign === '=' || value.length >= 16 || /\d/.test(value))
            ? name + between + mask(value)
            : whole,
      ),
    );

  const bodyOf = (body: Uint8Array, type: string, side: Side): Uint8Array => {
    if (body.length === 0) return body;
    const read = bodyText(body);
    if (!read) return Buffer.from(leftOut(body));
    const { text, encoding } = read;
    const first = text.trimStart()[0] ?? '';
    const redact =
      first === '{' || first === '[' || first === '"' || /json/i.test(type)
        ? json
        : /multipart\//i.test(type)
          ? parts
          : /^[\w.%[\]+-]+=\S*$/.test(text) || /form-urlencoded/i.test(type)
            ? form
            : prose;
    const shown = redact(text, side);
    return shown === text ? body : Buffer.from(shown, encoding);
  };

  // ---- addresses and headers

  const path = (text: string, template: string | undefined, secret: ReadonlySet<string> | undefined): string => {
    if (!secret?.size && !text.includes('%') && !worthInspecting(text)) return text;
    const segments = text.split('/');
    const names = (template ?? '').split('/');
    const shift = segments.length - names.length;
    return segments
      .map((segment, index) => {
        const name = templates.exec(names[index - shift] ?? '')?.[1];
        const value = decodedOrRaw(segment);
        const shown = name !== undefined && secret?.has(name) ? mask(value) : inspected(value);
        return shown === value ? segment : encodeURIComponent(shown);
      })
      .join('/');
  };

  const url = (text: string, template?: string, of?: RequestMarks): string => {
    const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(text)?.[0] ?? '';
    const rest = text.slice(authority.length);
    const mark = rest.search(/[?#]/);
    const side = sideOf(of);
    const secretly = ([name = '']: readonly string[]) =>
      of?.query.has(name) ||
      (of?.unnamedQuery === true && !of.plainQuery.has(name)) ||
      (!of?.plainQuery.has(name) && isSecretName(side, name) !== undefined);
    const shownAuthority = authority.includes('@') ? caught(`${authority}/`, mask).slice(0, -1) : authority;
    if (mark < 0) return shownAuthority + path(rest, template, of?.path);
    return (
      shownAuthority +
      path(rest.slice(0, mark), template, of?.path) +
      rest[mark] +
      pairs(rest.slice(mark + 1), secretly)
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

  const field = (name: string, value: string, marked: ReadonlySet<string> | undefined): string => {
    const lower = name.toLowerCase();
    if (credentialHeaders.has(lower)) return credentials(value);
    if (lower === 'cookie') return value.split(';').map(cookie).join(';');
    if (lower === 'set-cookie') return value.replace(/^[^;]*/, cookie);
    if ((marked ?? marks.headers).has(lower) || certain.has(plainName(lower))) return mask(value);
    return addressHeaders.has(lower) ? url(value) : inspected(value);
  };

  const fields = (headers: Headers, marked: ReadonlySet<string> | undefined): Headers => {
    let changed = false;
    const shown = headers.map((pair) => {
      const value = field(pair[0], pair[1], marked);
      if (value === pair[1]) return pair;
      changed = true;
      return [pair[0], value] as const;
    });
    return changed ? shown : headers;
  };

  // ---- the whole

  const request = (
    of: WireRequest,
    template: string | undefined,
    requestMarks: RequestMarks | undefined,
  ): WireRequest => {
    const headers = fields(of.headers, requestMarks?.headers);
    const type = header(of.headers, 'content-type') ?? '';
    const body = of.body && bodyOf(of.body, type, sideOf(requestMarks));
    return { ...of, url: url(of.url, template, requestMarks), headers, ...(body ? { body } : {}) };
  };

  const response = (of: WireResponse, responseMarks: SecretMarks | undefined): WireResponse => ({
    ...of,
    headers: fields(of.headers, responseMarks?.headers),
    body: bodyOf(of.body, header(of.headers, 'content-type') ?? '', sideOf(responseMarks)),
  });

  const outcome = (of: Outcome, responseMarks: SecretMarks | undefined): Outcome =>
    of.kind === 'answered'
      ? { kind: 'answered', response: response(of.response, responseMarks) }
      : { kind: 'failed', failure: { ...of.failure, message: inspected(of.failure.message) } };

  return {
    key: Buffer.from(key).toString('base64'),
    know: (secret) => known.add(secret),
    text(text) {
      echoes = new Set();
      return inspected(text);
    },
    exchange<Recorded extends RecordedExchange>(exchange: Recorded): Recorded {
      echoes = new Set();
      const operation = locate(exchange.request.method, exchange.request.url)?.operation;
      const found = operation && marks.operations.get(operation.id);
      const redacted = (): Recorded => ({
        ...exchange,
        request: request(exchange.request, operation?.path, found?.request),
        ...(exchange.outcome ? { outcome: outcome(exchange.outcome, found?.response) } : {}),
        ...(exchange.user === undefined ? {} : { user: inspected(exchange.user) }),
      });
      // The credentials are what is echoed most; whatever else turns up on the way is worth a second look.
      for (const [name, value] of exchange.request.headers)
        if (credentialHeaders.has(name.toLowerCase())) credentials(value);
      const expected = echoes.size;
      const once = redacted();
      return echoes.size === expected ? once : redacted();
    },
  };
};

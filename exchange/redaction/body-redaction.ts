// Redacts bodies: JSON sound or broken, forms, multipart and other text.
import type { SecretPlace } from '../../contract/secrets.ts';
import { bodyText, leftOut } from '../body-text.ts';
import type { Inspection } from './inspection.ts';
import { redactedJson } from './json-redaction.ts';
import { redactedPairs } from './pairs-redaction.ts';
import type { Side } from './sides.ts';

interface At {
  readonly place: SecretPlace | undefined;
  readonly secret: 'marked' | 'named' | 'perhaps' | undefined;
  /** Below a map of field to message, where a name stands for the field and not for its value. */
  readonly amongMessages: boolean;
}

const messageMaps = new Set(['errors', 'query', 'body']);

// Bodies come again and again. The last clean ones are kept, to be compared byte by byte, which is far cheaper than looking.
const cleanOfOneKind = 4;
const cleanBytes = 2 * 1024 * 1024;

const longestClean = 64 * 1024;

const createCleanBodies = (inspection: Inspection) => {
  let bodies = new WeakMap<Side, Map<string, Buffer[]>>();
  let size = 0;
  let knowledge = inspection.knowledge;
  const kind = (body: Buffer, type: string): string => `${body.length} ${type}`;
  return {
    has: (side: Side, body: Buffer, type: string): boolean =>
      knowledge === inspection.knowledge &&
      (bodies
        .get(side)
        ?.get(kind(body, type))
        ?.some((clean) => clean.equals(body)) ??
        false),
    add(side: Side, body: Buffer, type: string): void {
      if (body.length > longestClean) return;
      if (size + body.length > cleanBytes || knowledge !== inspection.knowledge) {
        bodies = new WeakMap();
        size = 0;
        knowledge = inspection.knowledge;
      }
      const ofSide = bodies.get(side) ?? new Map<string, Buffer[]>();
      const alike = ofSide.get(kind(body, type)) ?? [];
      ofSide.set(kind(body, type), [Buffer.from(body), ...alike].slice(0, cleanOfOneKind));
      bodies.set(side, ofSide);
      size += body.length;
    },
  };
};

type BodyRedaction = (body: Uint8Array, type: string, side: Side) => Uint8Array;

export const createBodyRedaction = (inspection: Inspection): BodyRedaction => {
  const { mask, inspected } = inspection;

  const below = (side: Side, at: At, name: string): At => {
    const place = at.place?.members.get(name);
    const inherited = at.secret === 'perhaps' ? undefined : at.secret;
    return {
      place,
      secret: inherited ?? (place?.secret ? 'marked' : side.verdict(name)),
      amongMessages: at.amongMessages || messageMaps.has(name),
    };
  };

  const json = (text: string, side: Side): string => {
    const { place } = side;
    const inspect = inspection.worthInspecting(text) || inspection.hasHandedOut(text);
    // Escapes may hide anything, in texts as in names.
    if (!inspect && !place?.secret && !text.includes('\\') && !side.members.test(text)) return text;
    const scalar = (at: At, value: string, escaped: boolean): string => {
      const message = at.secret !== 'marked' && at.amongMessages && /\s/.test(value);
      if (at.secret !== undefined && !message) return mask(value);
      if (/^\s*[{[]/.test(value)) return json(value, { ...side, place: undefined });
      return inspect || escaped ? inspected(value) : value;
    };
    const root: At = { place, secret: place?.secret ? 'marked' : undefined, amongMessages: false };
    const walked = redactedJson<At>(text, root, {
      member: (at, name) => below(side, at, name),
      item: (at) => ({ ...at, place: at.place?.items, secret: at.place?.items?.secret ? 'marked' : at.secret }),
      string: scalar,
      word: (at, written) => scalar(at, written, false),
      name: (name, escaped) => (inspect || escaped ? inspected(name) : name),
      number: (at, written) =>
        at.secret === 'marked' || at.secret === 'named'
          ? inspection.maskNumber(written)
          : inspection.inspectedNumber(written),
    });
    try {
      JSON.parse(walked);
      return walked;
    } catch {
      return inspected(walked);
    }
  };

  const form = (text: string, side: Side): string =>
    redactedPairs(text, inspection, (steps) => {
      let at: At = { place: side.place, secret: undefined, amongMessages: false };
      for (const name of steps) at = below(side, at, name);
      return at.secret !== undefined;
    });

  const parts = (text: string, side: Side): string =>
    text.replace(
      /(name="?([^";\r\n]+)"?[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n)([\s\S]*?)(?=\r?\n--|$)/gi,
      (_, head: string, name: string, content: string) => {
        const at = below(side, { place: side.place, secret: undefined, amongMessages: false }, name);
        return head + (at.secret ? mask(content) : inspected(content));
      },
    );

  const prose = (text: string, side: Side): string =>
    inspected(
      text.replace(
        /([\w-]{3,})(["']?\s*([=:])\s*["']?)([^\s"'&,;<>]+)/g,
        (whole, name: string, between: string, sign: string, value: string) =>
          side.verdict(name) === 'named' && (sign === '=' || value.length >= 16 || /\d/.test(value))
            ? name + between + mask(value)
            : whole,
      ),
    );

  const redactionFor = (text: string, type: string) => {
    const first = text.trimStart()[0] ?? '';
    if (first === '{' || first === '[' || first === '"' || /json/i.test(type)) return json;
    if (/multipart\//i.test(type)) return parts;
    return /^[\w.%[\]+-]+=\S*$/.test(text) || /form-urlencoded/i.test(type) ? form : prose;
  };

  const clean = createCleanBodies(inspection);

  return (body, type, side) => {
    if (body.length === 0) return body;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (clean.has(side, bytes, type) && !inspection.echoes.in(bytes)) return body;
    const read = bodyText(body);
    if (!read) return Buffer.from(leftOut(body));
    const shown = redactionFor(read.text, type)(read.text, side);
    if (shown !== read.text) return Buffer.from(shown, read.encoding);
    clean.add(side, bytes, type);
    return body;
  };
};

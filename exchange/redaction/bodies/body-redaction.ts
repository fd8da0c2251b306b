// Redacts bodies; what was found clean once is not looked into again.
import { bodyText, leftOut } from '../../body-text.ts';
import type { Inspection } from '../inspection.ts';
import type { Side } from '../sides.ts';
import type { TextRedaction } from './text-redaction.ts';

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

export const createBodyRedaction = (inspection: Inspection, texts: TextRedaction): BodyRedaction => {
  const clean = createCleanBodies(inspection);

  return (body, type, side) => {
    if (body.length === 0) return body;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (clean.has(side, bytes, type) && !inspection.echoes.in(bytes)) return body;
    const read = bodyText(body);
    if (!read) return Buffer.from(leftOut(body));
    const shown = texts.body(read.text, type, side);
    if (shown !== read.text) return Buffer.from(shown, read.encoding);
    clean.add(side, bytes, type);
    return body;
  };
};

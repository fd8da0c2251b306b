// Redacts bodies; a body that was clean is not searched again.
import { sameBytes } from '../../../contract/text/same-bytes.ts';
import { bodyText, leftOut } from '../../body-text.ts';
import type { Inspection } from '../inspection.ts';
import type { Side } from '../sides.ts';
import type { TextRedaction } from './text-redaction.ts';

// The same bodies come again and again. Clean ones are remembered for each type until more secrets become known.
const createCleanBodies = (inspection: Inspection) => {
  let bodies = new WeakMap<Side, Map<string, WeakSet<Uint8Array>>>();
  let knowledge = inspection.knowledge;
  const alike = (side: Side, type: string): WeakSet<Uint8Array> => {
    if (knowledge !== inspection.knowledge) bodies = new WeakMap();
    knowledge = inspection.knowledge;
    const ofSide = bodies.get(side) ?? new Map<string, WeakSet<Uint8Array>>();
    if (ofSide.size > mostTypes) ofSide.clear();
    const found = ofSide.get(type) ?? new WeakSet<Uint8Array>();
    bodies.set(side, ofSide.set(type, found));
    return found;
  };
  return {
    has: (side: Side, body: Uint8Array, type: string): boolean => alike(side, type).has(body),
    add: (side: Side, body: Uint8Array, type: string): void => void alike(side, type).add(body),
  };
};

/** Only so many types are remembered, because a target may invent another in each answer. */
const mostTypes = 20;

type BodyRedaction = (body: Uint8Array, type: string, side: Side) => Uint8Array;

export const createBodyRedaction = (inspection: Inspection, texts: TextRedaction): BodyRedaction => {
  const clean = createCleanBodies(inspection);

  return (given, type, side) => {
    if (given.length === 0) return given;
    const body = sameBytes(given);
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (clean.has(side, body, type) && !inspection.echoes.in(bytes)) return body;
    const read = bodyText(body);
    if (!read) return Buffer.from(leftOut(body));
    const shown = texts.body(read.text, type, side);
    if (shown !== read.text) return Buffer.from(shown, read.encoding);
    clean.add(side, body, type);
    return body;
  };
};

// Redacts text of every kind: valid or broken JSON, forms, markup, multipart, prose, and text within text.
import type { Described } from '../../../contract/schema/described.ts';
import { uncoded } from '../coded.ts';
import type { Inspection } from '../inspection.ts';
import { hidesNumber, hidesText, inherited, isCertain, isDoubt, ofItem, type Reason } from '../reasons.ts';
import { type Position, stepped } from '../rules/paths.ts';
import { type Side, within } from '../sides.ts';
import { redactedJson } from './json-redaction.ts';
import { redactedMarkup } from './markup-redaction.ts';
import { redactedParts } from './multipart-redaction.ts';
import { redactedPairs } from './pairs-redaction.ts';
import { redactedProse } from './prose-redaction.ts';

export interface TextRedaction {
  /** A body of this type. */
  body(text: string, type: string, side: Side): string;
  /** A value or a message whose meaning is unknown. */
  any(text: string, side: Side): string;
}

interface At {
  /** The name of this member, or of the member of which this is an item. */
  readonly name?: string;
  readonly place: Side['place'];
  readonly paths: Position;
  readonly reason: Reason;
  /** True below a map from field to message, where a name means the field and not its value. */
  readonly amongMessages: boolean;
}

const messageMaps = new Set(['errors', 'query', 'body']);
/** A shorter text as the whole body is a word, such as Unauthorized. */
const shortestToken = 16;
/** Texts within texts are followed to this depth. Deeper ones occur only in attacks. */
const deepest = 8;
const numeral = /^-?\d[\d.]*$/;
/** Attributes that name their element. */
const naming = ['name', 'key', 'property', 'field'];

export const createTextRedaction = (inspection: Inspection): TextRedaction => {
  const { mask, maskFor, inspected } = inspection;

  const top = ({ place, paths }: Side): At => ({
    place,
    paths,
    reason: place?.secret ? 'mark' : undefined,
    amongMessages: false,
  });

  /** The contract would have marked a secret at a place that it knows. Elsewhere a `code` has the meaning of the member around it. */
  const reasonBy = (side: Side, name: string, outer: At, isKnown: boolean): Reason => {
    const reason = side.reasonFor(name);
    if (!isDoubt(reason)) return reason;
    if (isKnown) return undefined;
    return outer.name === undefined ? reason : side.reasonFor(`${outer.name} ${name}`);
  };

  const below = (side: Side, at: At, name: string): At => {
    const place = at.place?.member(name);
    const { position, arrived } = stepped(at.paths, name);
    const passedOn = inherited(at.reason, name);
    const certain = isCertain(passedOn) ? passedOn : undefined;
    const own = certain ?? (place?.secret ? 'mark' : arrived ? 'said' : reasonBy(side, name, at, place !== undefined));
    return {
      name,
      place,
      paths: position,
      reason: own ?? passedOn,
      amongMessages: at.amongMessages || messageMaps.has(name),
    };
  };

  const item = (at: At): At => {
    const { position, arrived } = stepped(at.paths, undefined);
    const place = at.place?.items() ?? (at.place?.holdsSecrets ? at.place : undefined);
    const reason = place?.secret ? 'mark' : arrived ? 'said' : ofItem(at.reason);
    return { ...at, place, paths: position, reason };
  };

  /** A text in place of an object with a secret may be that secret. `whole` is the place of the whole body. */
  const reasonOf = ({ place, reason }: At, value: string, whole: Described | undefined): Reason => {
    const isInWords = /\s/.test(value) || (place === whole && value.length < shortestToken);
    return place?.holdsSecrets && !isInWords ? 'mark' : reason;
  };

  const isMessage = (at: At, value: string): boolean => at.reason !== 'mark' && at.amongMessages && /\s/.test(value);

  const json = (text: string, side: Side): string => {
    const { place } = side;
    const inspect = inspection.worthInspecting(text) || inspection.hasHandedOut(text);
    const tells = side.tells(text);
    // Escapes may hide secrets, in texts as in names.
    const isPlain = !inspect && !tells && !text.includes('\\') && side.paths.length === 0;
    const isInPlaceOfObject = place?.holdsSecrets && /^\s*["[]/.test(text) && text.includes('"');
    if (isPlain && !place?.secret && !isInPlaceOfObject) return text;
    const scalar = (at: At, value: string, escaped: boolean): string => {
      const reason = reasonOf(at, value, place);
      if (hidesText(reason, value) && !isMessage(at, value)) return maskFor(reason, value);
      if (inspect && inspection.echoes.has(value)) return mask(value);
      return inspect || escaped || (tells && /[=:>]/.test(value)) ? any(value, side) : value;
    };
    const walked = redactedJson<At>(text, top(side), {
      member: (at, name) => below(side, at, name),
      item,
      string: scalar,
      word: (at, word) => scalar(at, word, false),
      name: (name, escaped) => (inspect || escaped ? inspected(name) : name),
      number: (at, written) =>
        hidesNumber(reasonOf(at, written, place), written)
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
    redactedPairs(text, {
      name: inspected,
      value(steps, value) {
        const at = steps.reduce((outer, name) => below(side, outer, name), top(side));
        const reason = reasonOf(at, value, side.place);
        return hidesText(reason, value) ? maskFor(reason, value) : any(value, side);
      },
    });

  const markup = (text: string, side: Side): string => {
    const shown = ({ reason }: At, value: string): string => {
      const hides = hidesText(reason, value.trim()) && !(reason === 'within' && numeral.test(value.trim()));
      return hides ? maskFor(reason, value) : any(value, side);
    };
    const ownName = (name: string): string => name.slice(name.indexOf(':') + 1);
    return redactedMarkup<At>(text, top(side), {
      element(at, name, attributes) {
        const told = naming.map((each) => attributes.get(each)).find((each) => each !== undefined);
        const element = below(side, at, ownName(name));
        const reason = element.reason ?? (told === undefined ? undefined : side.reasonFor(told));
        return { ...element, reason };
      },
      attribute(at, name, value) {
        const of = /^(?:value|content)$/i.test(name) ? at.reason : side.reasonFor(ownName(name));
        return shown({ ...at, reason: of }, value);
      },
      text: shown,
    });
  };

  const parts = (text: string, type: string, side: Side): string =>
    redactedParts(text, type, {
      content(name, of, content) {
        const { reason } = below(side, top(side), name);
        return hidesText(reason, content) ? maskFor(reason, content) : body(content, of, within(side));
      },
    }) ?? prose(text, side);

  const prose = (text: string, side: Side): string => {
    const named = side.tells(text) ? redactedProse(text, side, mask) : text;
    return inspected(uncoded(named, mask, (decoded) => any(decoded, within(side))));
  };

  const any = (text: string, side: Side): string => {
    if (side.depth > deepest) return inspected(text);
    if (/^\s*[{[]/.test(text)) return json(text, within(side));
    if (isMarkup(text) || hasElement(text)) return markup(text, within(side));
    if (isPairs(text) && side.tells(text)) return form(text, within(side));
    return prose(text, side);
  };

  const body = (text: string, type: string, side: Side): string => {
    const first = text.trimStart()[0] ?? '';
    if (first === '{' || first === '[' || first === '"' || /json/i.test(type)) return json(text, side);
    if (/multipart\//i.test(type)) return parts(text, type, side);
    if (isMarkup(text) || hasElement(text)) return markup(text, side);
    return isPairs(text) || /form-urlencoded/i.test(type) ? form(text, side) : prose(text, side);
  };

  return { body, any };
};

/** `<https://…>` is an address. */
const isMarkup = (text: string): boolean => /^\s*(?:\ufeff)?<(?:[?!]|[A-Za-z_][\w.:-]*(?:\s|\/?>))/.test(text);

const hasElement = (text: string): boolean => /<\/[A-Za-z_][\w.:-]*\s*>/.test(text);

const isPairs = (text: string): boolean => /^[\w.%[\]+-]+=\S*$/.test(text);

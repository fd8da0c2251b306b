// Writes a JSON body as a form, or a form as JSON, where the candidate takes the other of the two.
import { exactJson, jsonText, numberOf } from '../../contract/text/exact-json.ts';
import { type Headers, header } from '../../contract/wire.ts';
import { bodyText } from '../../exchange/body-text.ts';
import { isFields } from '../../subject/answers.ts';
import type { BodyTemplate } from '../../subject/profile/profile.ts';
import { isScalar } from '../correlate/places.ts';
import { fieldsOfForm, formText } from './fields.ts';

interface Message {
  readonly headers: Headers;
  readonly body: Uint8Array | undefined;
}

const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;
type Format = keyof typeof types;

/** Unchanged where both servers take the same format, where it was sent in another one, and where a form cannot express it. */
export const inFormatOf = <Sent extends Message>(message: Sent, from: BodyTemplate, to: BodyTemplate): Sent => {
  const text = message.body && bodyText(message.body)?.text;
  if (text === undefined || from.kind === to.kind || from.kind !== formatOf(message)) return message;
  const body = to.kind === 'form' ? formOf(text) : to.kind === 'json' ? jsonOf(text, to.json) : undefined;
  if (body === undefined) return message;
  const headers = message.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...message, headers: [...headers, ['content-type', types[to.kind as Format]]], body: Buffer.from(body) };
};

const formatOf = ({ headers }: Message): Format | undefined => {
  const type = header(headers, 'content-type') ?? '';
  return /form-urlencoded/i.test(type) ? 'form' : /json/i.test(type) ? 'json' : undefined;
};

const formOf = (text: string): string | undefined => {
  try {
    const fields = exactJson(text);
    if (!isFields(fields) || !Object.values(fields).every(isPlain)) return undefined;
    return formText(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')])));
  } catch {
    return undefined;
  }
};

const isPlain = (value: unknown): boolean => value === null || typeof value === 'boolean' || isScalar(value);

/** A form has no types, so the candidate's template tells which members are no texts. */
const jsonOf = (text: string, template: unknown): string => {
  const like = isFields(template) ? template : {};
  const typed = (name: string, value: unknown): unknown => {
    const text = String(value);
    if (typeof like[name] === 'number' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return numberOf(text);
    if (typeof like[name] === 'boolean' && /^(?:true|false|0|1)$/.test(text)) return text === 'true' || text === '1';
    return value;
  };
  const fields = Object.entries(fieldsOfForm(text));
  return jsonText(Object.fromEntries(fields.map(([name, value]) => [name.replace(/\[\]$/, ''), typed(name, value)])));
};

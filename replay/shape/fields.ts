// Renames members of a simple body, JSON or form; a body of any other kind is left alone.
import { exactJson, jsonText } from '../../contract/text/exact-json.ts';
import { type Headers, header } from '../../contract/wire.ts';
import { bodyText } from '../../exchange/body-text.ts';
import { isFields } from '../../subject/answers.ts';
import type { BodyTemplate, SmsField } from '../../subject/profile/profile.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The body with other members; the same body when `edit` returns its argument. */
export const edited = (
  body: Uint8Array | undefined,
  headers: Headers,
  edit: (fields: Fields) => Fields,
): Uint8Array | undefined => {
  const { text, encoding } = (body && bodyText(body)) ?? {};
  if (text === undefined) return body;
  if (/form-urlencoded/i.test(header(headers, 'content-type') ?? '')) {
    const fields = fieldsOfForm(text);
    const put = edit(fields);
    return put === fields ? body : Buffer.from(formText(put), encoding);
  }
  try {
    const fields = exactJson(text);
    const put = isFields(fields) ? edit(fields) : fields;
    return put === fields ? body : Buffer.from(jsonText(put), encoding);
  } catch {
    return body;
  }
};

/** Whether a member of a login is the fingerprint of a device. */
export const isDevice = (name: string, value: unknown): value is string =>
  /^fingerprint(?:id)?$/.test(name) && typeof value === 'string';

/** A name that comes several times has a list. */
export const fieldsOfForm = (text: string): Fields => {
  const pairs = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(pairs.keys())].map((name) => {
      const values = pairs.getAll(name);
      return [name, values.length === 1 ? values[0] : values] as const;
    }),
  );
};

export const formText = (fields: Fields): string => {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return new URLSearchParams(pairs).toString();
};

export const renamedFields = (fields: Fields, names: ReadonlyMap<string, string>): Fields =>
  Object.keys(fields).some((name) => names.has(name))
    ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value]))
    : fields;

/** The switch in the form that the other server takes: 1, "1" or true. */
export const switched = (fields: Fields, from: SmsField, to: SmsField): Fields => {
  if (!(from.name in fields) || (from.name === to.name && from.values === to.values)) return fields;
  const { [from.name]: value, ...rest } = fields;
  const [isOn, isOff] = [/^(?:1|true)$/, /^(?:0|false)$/].map((word) => word.test(String(value)));
  // A recorded value that is neither on nor off goes out unchanged.
  if (!isOn && !isOff) return { ...rest, [to.name]: value };
  const number = isOn ? 1 : 0;
  const put = to.values === 'booleans' ? isOn : to.values === 'strings' ? String(number) : number;
  return { ...rest, [to.name]: put };
};

/** Maps the member names of one template to those of the other, where each is the only member with the same value. */
export const namesBetween = (from: BodyTemplate, to: BodyTemplate): ReadonlyMap<string, string> => {
  const [ones, others] = [membersOf(from), membersOf(to)];
  const unique = (members: readonly (readonly [string, string])[], held: string) =>
    members.filter(([, value]) => value === held).length === 1;
  return new Map(
    ones.flatMap(([name, held]) => {
      const other = others.find(([, value]) => value === held)?.[0];
      const isRenamed = other !== undefined && other !== name && unique(ones, held) && unique(others, held);
      return isRenamed ? [[name, other] as const] : [];
    }),
  );
};

const membersOf = (template: BodyTemplate): (readonly [string, string])[] => {
  const fields = template.kind === 'none' ? {} : template.kind === 'json' ? template.json : template.form;
  return isFields(fields) ? Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)] as const) : [];
};

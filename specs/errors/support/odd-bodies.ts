// Bodies that no client of this API would send: as JSON, as forms, and with unknown media types and codings.
import { dereferenced } from '../../../contract/document.ts';
import { type OperationId, operationById } from '../../../contract/operations.ts';
import { scripts } from '../../../generators/bodies/names.ts';
import type { RawBody } from '../../../generators/defects/raw.ts';
import { deeplyNested, farLengths, longList, oddNumbers, oddTexts } from '../../../generators/defects/values.ts';
import { nowhere } from '../../../generators/ids.ts';
import type { Fields } from '../../../subject/answers.ts';

/** JSON that is no object, or a huge object. */
export const oddDocuments: readonly string[] = [
  ...['null', 'true', '0', '""', '[]', '[{}]', '{}', '{"":""}', ' ', '\u0000'],
  ...['{"hasOwnProperty":{"a":1}}', '{"toString":{"a":1}}'],
  `[${'0,'.repeat(10_000)}0]`,
  `{${Array.from({ length: 2_000 }, (_, index) => `"a${index}":${index}`).join()}}`,
  `{"a":${'9'.repeat(20_000)}}`,
  '{"a":-1e-999999}',
  '{"a":"\\ud800"}',
];

export const oddForms: readonly (string | Uint8Array)[] = [
  ...['', '=', '&', '%', '%zz=%zz', '%00=%00', 'a', 'a[b][c]=1', 'toString[a]=1', 'a=1&'.repeat(2_000), '%ff=%ff'],
  Buffer.from([0xff, 0xfe, 0x3d, 0x00]),
];

/** Forms with one of these fields as no client writes it. No value was ever issued. */
export const oddFormsOf = (fields: Fields): readonly string[] =>
  Object.keys(fields).flatMap((name) =>
    [`${name}=%00`, `${name}=a&${name}=b`, `${name}[]=a`, `${name}[a]=1`, `${name}[$ne]=`].map((odd) =>
      [odd, ...plainPairs(fields, name)].join('&'),
    ),
  );

/** Forms with odd content in one of these fields. */
export const oddTextForms = (fields: Fields): readonly string[] =>
  Object.keys(fields).flatMap((name) =>
    texts.map((text) => [String(new URLSearchParams([[name, text]])), ...plainPairs(fields, name)].join('&')),
  );

/** All fields but one, without lists, because there is no single way to write lists in forms. */
const plainPairs = (fields: Fields, but: string): readonly string[] =>
  Object.entries(fields)
    .filter(([name, value]) => name !== but && typeof value !== 'object')
    .map(([name, value]) => String(new URLSearchParams([[name, String(value)]])));

export const oddTypes: readonly string[] = [
  ...['application/json; charset=x-assay', 'application/json; charset=utf-16', 'application/json;;', 'application'],
  ...['/', '*/*', 'application/json, text/plain', 'application/vnd.assay+json'],
  ...['multipart/form-data', 'multipart/form-data; boundary=a'],
];

export const oddCodings: readonly string[] = ['gzip', 'x-assay', 'identity, identity'];

const kinds: readonly unknown[] = [null, true, 0, '', [], {}];
const nestedKinds: readonly unknown[] = [[[[]]], deeplyNested, { a: { b: null } }];

const texts: readonly string[] = [
  ...oddTexts.map(([, text]) => text),
  ...Object.values(scripts).map(({ last }) => last),
];

/** Each field, and each other field that the body may have, with a value of every JSON type; and each list with its entries twice. */
export const eachOfEveryKind = (fields: Fields, others: readonly string[]): readonly Fields[] =>
  [...Object.keys(fields), ...others].flatMap((name) =>
    [...kinds, ...twice(fields[name])].map((odd) => ({ ...fields, [name]: odd })),
  );

const twice = (value: unknown): readonly unknown[] => (Array.isArray(value) ? [[...value, ...value]] : []);

/** Each field with odd content or missing, each other field that the body may have with odd content, and several unknown fields. */
export function* oddFields(fields: Fields, others: readonly string[]): Iterable<Fields> {
  for (const [name, value] of Object.entries(fields)) {
    for (const odd of [...nestedKinds, ...oddNumbers, ...texts, ...far(value)]) yield { ...fields, [name]: odd };
    const { [name]: _left, ...rest } = fields;
    yield rest;
  }
  for (const name of others) for (const odd of [...nestedKinds, ...oddNumbers]) yield { ...fields, [name]: odd };
  yield { ...fields, ...Object.fromEntries(texts.map((text) => [text, text])) };
}

/** Members that a JSON body of the operation may have in addition. */
export const otherMembers = (id: OperationId, fields: Fields): readonly string[] =>
  Object.keys(membersOf(id)).filter((name) => !(name in fields));

/** Each number that a JSON body of the operation may have, replaced by one larger than a double holds, which some parsers read as infinity. */
export const endlessNumbers = (id: OperationId, fields: Fields): readonly RawBody[] =>
  Object.entries(membersOf(id))
    .filter(([, schema]) =>
      [dereferenced<Keywords>(schema).type].flat().some((type) => /number|integer/.test(`${type}`)),
    )
    .map(([name]) => JSON.stringify({ ...fields, [name]: 0 }).replace(`"${name}":0`, `"${name}":1e999`))
    .map((content) => ({ type: 'application/json', content }));

interface Keywords {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
}

function membersOf(id: OperationId): Readonly<Record<string, unknown>> {
  const schema = operationById(id).requestBody['application/json']?.schema;
  return dereferenced<Keywords | undefined>(schema)?.properties ?? {};
}

/** Texts and lists of sizes that no such value has. */
function* far(value: unknown): Iterable<unknown> {
  if (typeof value === 'string') for (const length of farLengths) yield value.padEnd(length, '0');
  if (Array.isArray(value)) yield longList(value[0] ?? nowhere);
}

const oddNames = ['a\u0000b', 'a\ud800b'].map((name) => ({ name }));

/** Beyond the year 9999, and the largest number that is exact in JavaScript. */
const farEnds = [253_402_300_800, Number.MAX_SAFE_INTEGER].map((expiredAt) => ({ expiredAt }));

export const oddMembers = [
  ['createBeneficiary', oddNames],
  ['inviteMember', [...oddNames, ...farEnds]],
] as const;

// The published schemas keep the promises of the last release (docs/interface.md).
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { broken, type Direction } from './compatibility.ts';
import { type Schema, schemaAt } from './published.ts';

const releases = new URL('./released/', import.meta.url);

type Version = readonly [major: number, minor: number, patch: number];

const versionOf = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10)) as unknown as Version;

const isAfter = (one: Version, other: Version): boolean => {
  const place = one.findIndex((part, index) => part !== other[index]);
  return place >= 0 && one[place]! > other[place]!;
};

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const last = readdirSync(releases).reduce((one, other) => (isAfter(versionOf(other), versionOf(one)) ? other : one));

/** Before 1.0.0 a minor version may break what later only a major one may. */
const mayBreak = ([major, minor]: Version, [before, minorBefore]: Version): boolean =>
  major > before || (major === 0 && minor > minorBefore);

const directionOf = (file: string): Direction => (file.startsWith('profile.') ? 'read' : 'written');

test('no member of a released schema is gone or of another type', () => {
  const files = readdirSync(new URL(`${last}/`, releases));
  const complaints = files.flatMap((file) => {
    const [before, now] = [schemaAt(new URL(`${last}/${file}`, releases)), schemaAt(`schemas/${file}`)];
    return broken(before, now, directionOf(file)).map((complaint) => `${file}: ${complaint}`);
  });

  expect(files).toEqual(
    expect.arrayContaining(['certificate', 'profile', 'replay', 'verdict'].map((name) => `${name}.schema.json`)),
  );
  expect(isAfter(versionOf(last), versionOf(version))).toBe(false);
  expect(mayBreak(versionOf(version), versionOf(last)) ? [] : complaints).toEqual([]);
});

const promised: Schema = {
  type: 'object',
  required: ['status'],
  properties: {
    status: { $ref: '#/$defs/status' },
    seconds: { type: 'number', ...{ minimum: 0 } },
    list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
    counts: { type: 'object', propertyNames: { enum: ['all'] }, additionalProperties: { type: 'integer' } },
  },
  $defs: { status: { enum: ['passed', 'failed'] } },
};

const withMembers = (members: Readonly<Record<string, Schema>>, more: Partial<Schema> = {}): Schema => ({
  ...promised,
  properties: { ...promised.properties, ...members },
  ...more,
});
const { seconds: _, ...others } = promised.properties ?? {};

for (const [what, newer, written, read] of [
  ['nothing changes', promised, [], []],
  ['a member is added', withMembers({ more: { type: 'string' } }), [], []],
  ['a member is gone', { ...promised, properties: others }, ['/seconds is gone'], ['/seconds is gone']],
  [
    'a member has another type',
    withMembers({ seconds: { type: 'string', ...{ minimum: 0 } } }),
    ['/seconds is now string'],
    ['/seconds is no longer number'],
  ],
  [
    'a member has one type more',
    withMembers({ seconds: { type: ['number', 'null'], ...{ minimum: 0 } } }),
    ['/seconds is now null'],
    [],
  ],
  ['a member may be absent', withMembers({}, { required: [] }), ['/status may be absent'], []],
  ['a member must be there', withMembers({}, { required: ['status', 'list'] }), [], ['/list must be there']],
  [
    'a value is added',
    withMembers({}, { $defs: { status: { enum: ['passed', 'failed', 'lost'] } } }),
    ['/status may be lost'],
    [],
  ],
  ['a value is gone', withMembers({}, { $defs: { status: { enum: ['passed'] } } }), [], ['/status may not be failed']],
  [
    'a shape is added',
    withMembers({
      list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] } },
    }),
    ['/list/* has a new shape'],
    [],
  ],
  [
    'a shape is gone',
    withMembers({ list: { type: 'array', items: { anyOf: [{ type: 'string' }] } } }),
    [],
    ['/list/* has lost a shape'],
  ],
  [
    'the values of a table have another type',
    withMembers({
      counts: { type: 'object', propertyNames: { enum: ['all'] }, additionalProperties: { type: 'string' } },
    }),
    ['/counts/* is now string'],
    ['/counts/* is no longer integer'],
  ],
  [
    'a table has another name more',
    withMembers({
      counts: { type: 'object', propertyNames: { enum: ['all', 'some'] }, additionalProperties: { type: 'integer' } },
    }),
    ['/counts/{name} may be some'],
    [],
  ],
  [
    'a bound is another',
    withMembers({ seconds: { type: 'number', ...{ minimum: 1 } } }),
    ['/seconds: minimum was 0 and is 1'],
    ['/seconds: minimum was 0 and is 1'],
  ],
] as const satisfies readonly (readonly [string, Schema, readonly string[], readonly string[]])[]) {
  test(`it is noticed where it matters that ${what}`, () => {
    expect({ written: broken(promised, newer, 'written'), read: broken(promised, newer, 'read') }).toEqual({
      written,
      read,
    });
  });
}

test('a breaking change takes a new major version, or a new minor one before 1.0.0', () => {
  expect(mayBreak([0, 2, 0], [0, 1, 3])).toBe(true);
  expect(mayBreak([0, 1, 4], [0, 1, 3])).toBe(false);
  expect(mayBreak([1, 4, 0], [1, 3, 0])).toBe(false);
  expect(mayBreak([2, 0, 0], [1, 9, 9])).toBe(true);
});

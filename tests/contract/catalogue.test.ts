// The catalogue and the index cover every statement of the specification, under ids that never change.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { operations } from '../../contract/operations.ts';

interface Entry {
  readonly id: string;
  readonly level: string;
  readonly says: string;
  readonly details?: readonly string[];
  readonly where: string;
  readonly operations: readonly string[] | '*';
}

interface Item {
  readonly item: string;
  readonly requirements?: readonly string[];
  readonly excluded?: string;
}

interface Chapter {
  readonly chapter: string;
  readonly expects: number;
  readonly items: readonly Item[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const generatedPath = 'contract/generated/sentences.ts';
const schemaPath = 'subject/profile/profile.schema.json';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const catalogue = parse(read('../../contract/requirements.yaml')) as readonly Entry[];
const index = parse(read('../../contract/specification-index.yaml')) as readonly Chapter[];
/** The ids of the last `npm run generate`. Its file is committed, and ids are never removed from it. */
const generated = [...read(`../../${generatedPath}`).matchAll(/^ {2}"(.+?)":/gm)].map(([, id]) => id as string);

const areas = /^(SESS|MFA|AUTH|CARD|LEG|PAR|PAY|BEN|MEM|HOOK|EVT|ERR|RATE|VER)-\d{2,3}$/;
const levels: readonly string[] = ['must', 'advice', 'open'];

/** Characters of a sentence that a reader can understand at once. */
const longest = 150;

const repeated = (values: readonly string[]): string[] =>
  values.filter((value, position) => values.indexOf(value) !== position);

/** The part of a row or rule is named after a colon, so that each row counts once. */
const elementsOf = (chapter: Chapter): number => new Set(chapter.items.map(({ item }) => item.split(':')[0])).size;

function entryProblems(entries: readonly Entry[]): string[] {
  return [
    ...repeated(entries.map(({ id }) => id)).map((id) => `${id} stands twice`),
    ...repeated(entries.map(({ says }) => says)).map((says) => `two entries say: ${says}`),
    ...entries.flatMap(({ id, level, says, details, where, operations: concerned, ...others }) => [
      ...Object.keys(others).map((name) => `${id} has the unknown member ${name}`),
      ...(areas.test(id) ? [] : [`${id} is no id of a known area`]),
      ...(levels.includes(level) ? [] : [`${id} has the unknown level ${level}`]),
      ...(says?.trim() ? [] : [`${id} says nothing`]),
      ...[says, ...(details ?? [])]
        .filter((text) => text.length > longest)
        .map((text) => `${id} has a sentence of ${text.length} characters, more than ${longest}`),
      ...(details === undefined || details.length > 0 ? [] : [`${id} has no details in its list of them`]),
      ...repeated([says, ...(details ?? [])]).map((text) => `${id} tells twice: ${text}`),
      ...(where?.trim() ? [] : [`${id} stands nowhere`]),
      ...(concerned === '*' ? [] : concerned)
        .filter((operation) => !operations.has(operation as never))
        .map((operation) => `${id} names the unknown operation ${operation}`),
    ]),
  ];
}

function indexProblems(chapters: readonly Chapter[], entries: readonly Entry[]): string[] {
  const known = new Set(entries.map(({ id }) => id));
  const named = new Set(chapters.flatMap(({ items }) => items.flatMap(({ requirements }) => requirements ?? [])));
  return [
    ...repeated(chapters.map(({ chapter }) => chapter)).map((chapter) => `chapter ${chapter} stands twice`),
    ...chapters.flatMap((chapter) => chapterProblems(chapter, known)),
    ...[...known]
      .filter((id) => !named.has(id))
      .map((id) => `no item of contract/specification-index.yaml names ${id}`),
  ];
}

function chapterProblems(chapter: Chapter, known: ReadonlySet<string>): string[] {
  const place = (item: string) => `${chapter.chapter} / ${item}`;
  const found = elementsOf(chapter);
  return [
    ...(found === chapter.expects
      ? []
      : [`${chapter.chapter} has ${found} rows, rules and sentences, the specification ${chapter.expects}`]),
    ...repeated(chapter.items.map(({ item }) => item)).map((item) => `${place(item)} stands twice`),
    ...chapter.items.flatMap(({ item, requirements = [], excluded = '' }) => [
      ...(requirements.length > 0 || excluded.trim() !== '' ? [] : [`${place(item)} is not accounted for`]),
      ...(requirements.length > 0 && excluded.trim() !== '' ? [`${place(item)} is both required and excluded`] : []),
      ...requirements.filter((id) => !known.has(id)).map((id) => `${place(item)} names the unknown ${id}`),
    ]),
  ];
}

function idProblems(ids: readonly string[], known: readonly string[]): string[] {
  return [
    ...known
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} is gone: an id is permanent, never removed, renumbered or reused`),
    ...ids.filter((id) => !known.includes(id)).map((id) => `${id} is new: npm run generate`),
  ];
}

const sound: Entry = {
  id: 'CARD-01',
  level: 'must',
  says: 'a card is a card',
  where: 'Resources / Card',
  operations: ['listCards'],
};

test('every requirement has one id, a level, short sentences, a place and known operations', () => {
  expect(entryProblems(catalogue)).toEqual([]);
});

test('every statement of the specification has a requirement or a written exclusion', () => {
  expect(indexProblems(index, catalogue)).toEqual([]);
});

test('no id is gone, and none is new to the generated types', () => {
  const ids = catalogue.map(({ id }) => id);

  expect(generated.length).toBeGreaterThan(300);
  expect(idProblems(ids, generated)).toEqual([]);
});

test('a requirement, and each of its details, reads as one sentence without a full stop', () => {
  const sentences = catalogue.flatMap(({ id, says, details = [] }) => [says, ...details].map((text) => [id, text]));
  const odd = sentences.filter(([, text = '']) => /\.$|\n|;|\. [A-Z]/.test(text) || text.includes('  '));

  expect(odd).toEqual([]);
});

test('every operation is concerned by a requirement that names it', () => {
  const named = new Set(catalogue.flatMap(({ operations: concerned }) => (concerned === '*' ? [] : concerned)));

  expect([...operations.keys()].filter((id) => !named.has(id))).toEqual([]);
});

test('a broken entry is found out', () => {
  const found = entryProblems([
    sound,
    sound,
    { ...sound, id: 'CASH-1', level: 'should', says: ' ', where: '', operations: ['mintMoney'] },
    { ...sound, id: 'CARD-02', says: `a card ${'and '.repeat(40)}a card`, details: [] },
    { ...sound, id: 'CARD-03', says: 'a card', details: ['one', 'one'], detail: ['misspelt'] } as Entry,
  ]);

  expect(found).toEqual([
    'CARD-01 stands twice',
    'two entries say: a card is a card',
    'CASH-1 is no id of a known area',
    'CASH-1 has the unknown level should',
    'CASH-1 says nothing',
    'CASH-1 stands nowhere',
    'CASH-1 names the unknown operation mintMoney',
    'CARD-02 has a sentence of 173 characters, more than 150',
    'CARD-02 has no details in its list of them',
    'CARD-03 has the unknown member detail',
    'CARD-03 tells twice: one',
  ]);
});

test('a hole in the index is found out', () => {
  const chapter: Chapter = {
    chapter: 'Resources',
    expects: 4,
    items: [
      { item: 'row id' },
      { item: 'row id: form', requirements: ['CARD-01'], excluded: 'for a reason' },
      { item: 'row type', requirements: ['CARD-99'] },
      { item: 'row status', excluded: ' ' },
    ],
  };

  const found = indexProblems([chapter], [sound, { ...sound, id: 'CARD-02', says: 'another' }]);

  expect(found).toEqual([
    'Resources has 3 rows, rules and sentences, the specification 4',
    'Resources / row id is not accounted for',
    'Resources / row id: form is both required and excluded',
    'Resources / row type names the unknown CARD-99',
    'Resources / row status is not accounted for',
    'no item of contract/specification-index.yaml names CARD-02',
  ]);
});

test('a removed and an added id are told apart', () => {
  expect(idProblems(['CARD-01', 'CARD-03'], ['CARD-01', 'CARD-02'])).toEqual([
    'CARD-02 is gone: an id is permanent, never removed, renumbered or reused',
    'CARD-03 is new: npm run generate',
  ]);
});

test('the types are not generated anew when an id is gone', async ({}, info) => {
  const place = info.outputPath('checkout');
  for (const path of [
    'scripts/generate.mjs',
    'openapi.yaml',
    'contract/requirements.yaml',
    generatedPath,
    schemaPath,
  ]) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    copyFileSync(join(root, path), join(place, path));
  }
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  const catalogueThere = join(place, 'contract/requirements.yaml');
  writeFileSync(catalogueThere, read('../../contract/requirements.yaml').replace('id: CARD-14', 'id: CARD-99'));

  const { status, stderr } = spawnSync(process.execPath, [join(place, 'scripts/generate.mjs')], { encoding: 'utf8' });

  expect(status).toBe(1);
  expect(stderr).toContain('CARD-14');
  expect(readFileSync(join(place, generatedPath), 'utf8')).toBe(read(`../../${generatedPath}`));
});

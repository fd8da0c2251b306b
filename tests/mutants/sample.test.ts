// A sample of the mutants for every test run: one answer, the requests of one operation, and the kinds themselves.
import { expect, test } from '@playwright/test';
import { areaOf } from '../../contract/requirements.ts';
import type { Declaration } from '../../harness/declare/declaration.ts';
import { type AnswerMutant, Mutation } from './answers/answers.ts';
import { fieldsOf } from './answers/fields.ts';
import { kinds, leftOut, Swapped } from './answers/kinds.ts';
import { wrongAnswers } from './answers/wrong-answers.ts';
import { gather } from './evidence.ts';
import { isSeen } from './fate.ts';
import { reviewed } from './table/lawful.ts';
import { answerRow, type Row } from './table/row.ts';
import { concerns } from './trials.ts';
import { wrongRequests } from './wrong-requests.ts';

const place = { value: 'EUR', says: {}, siblings: ['GBP', 7], others: ['EUR', 'USD'], first: 'EUR' };

test('a kind of defect says what stands there instead, or nothing where it is not possible', () => {
  expect(kinds.dropped(place)).toBe(leftOut);
  expect(kinds["another's"](place)).toBe('USD');
  expect(kinds["a sibling's"](place)).toBe('GBP');
  expect(kinds['letter case'](place)).toBe('eur');
  expect(kinds['out of enum'](place)).toBeUndefined();
  expect(kinds['out of enum']({ ...place, says: { enum: ['EUR'] } })).toBe('EURX');
  expect(kinds['out of bounds']({ ...place, says: { maxLength: 4 } })).toBe('EURaa');
  expect(kinds['other unit']({ ...place, value: 1_759_000_000 })).toBe(1_759_000_000_000);
  expect(kinds.stale(place)).toBeUndefined();
  expect(kinds.swapped({ ...place, sister: { name: 'creditCurrencyId', value: 'GBP' } })).toEqual(
    new Swapped('creditCurrencyId'),
  );
  expect(kinds.swapped({ ...place, sister: { name: 'creditCurrencyId', value: 'EUR' } })).toBeUndefined();
});

test('a mutant of one thing leaves the others as they are', () => {
  const field = fieldsOf('listCards', '2XX').find(({ at }) => at === '/-/designId')!;
  const mutant: AnswerMutant = { field, kind: 'empty', scope: 'one' };
  const mutation = new Mutation([mutant], new Map());
  const call = { operation: 'listCards', parameters: {}, headers: {} } as const;
  const cards = [
    { id: 'a', designId: 'blue' },
    { id: 'b', designId: 'black' },
  ];

  const answers = [
    mutation.changed(call, { status: 200, body: cards }),
    mutation.changed(call, { status: 200, body: cards }),
  ];

  const changed = [{ id: 'a', designId: '' }, cards[1]];
  expect(answers.map(({ body }) => JSON.parse(String(body)))).toEqual([changed, changed]);
});

test('a mutant that swaps two members gives each the value of the other', () => {
  const field = fieldsOf('readCardLimitsV1', '2XX').find(({ at }) => at === '/atmLimit')!;
  const mutation = new Mutation([{ field, kind: 'swapped', scope: 'all' }], new Map());

  const { body } = mutation.changed(
    { operation: 'readCardLimitsV1', parameters: {}, headers: {} },
    { status: 200, body: { atmLimit: 1, posLimit: 2, currency: 'EUR' } },
  );

  expect(JSON.parse(String(body))).toEqual({ atmLimit: 2, posLimit: 1, currency: 'EUR' });
});

test('a survivor without a reason, and a reason without a survivor, are told', () => {
  const row: Row = {
    operation: 'readCard',
    part: '2XX',
    place: '/designId',
    kind: 'altered',
    scope: 'all',
    sight: 'nothing',
  };
  const fitting = { where: 'readCard 2XX /design*', kinds: ['altered'], because: 'it may' };
  const other = { where: 'readCard 2XX /version', because: 'it may' };

  expect(reviewed([row], [fitting])).toEqual({ unexplained: [], idle: [] });
  expect(reviewed([row], [other])).toEqual({ unexplained: [row], idle: [other] });
});

/** The checks about all operations notice the sample as well, but take most of the time, so they are left out. */
const isOfTheirChapter = (check: Declaration): boolean =>
  ['CARD', 'LEG'].includes(areaOf(check.id)) &&
  (['readCardLimitsV1', 'readCardCredentials'] as const).some((operation) => concerns(check, operation, false));

test('a sample of wrong answers and of wrong takings is seen', async ({}, info) => {
  const evidence = await gather(info.outputPath('green'), isOfTheirChapter);
  const limits = await wrongAnswers(
    { operation: 'readCardLimitsV1', answer: '2XX', kinds: ['dropped', 'null', 'wrong type'] },
    evidence,
    info.outputPath('trial'),
  );
  const credentials = await wrongRequests('readCardCredentials', evidence, info.outputPath('trial'), ({ what }) =>
    /minItems|: 1 items|fields\/\*: (pan|enum, outside)$/.test(what),
  );

  const seen = [...limits].map(answerRow).map(({ place: at, kind, scope, sight }) => `${at} ${kind} ${scope} ${sight}`);
  expect(seen).toHaveLength(21);
  expect(seen.filter((line) => !line.endsWith('failed'))).toEqual([]);
  // The quickest check notices it first, as broken or as untested.
  expect([...credentials].filter(([, fate]) => !isSeen(fate))).toEqual([]);
  expect([...credentials].map(([{ does, what }]) => `${does} ${what}`)).toEqual([
    'accepts body /fields: minItems, too few',
    'accepts body /fields/*: enum, outside',
    'refuses body /fields: 1 items',
    'refuses body /fields/*: pan',
  ]);
});

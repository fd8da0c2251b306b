// The sentence at a check must be that of the catalogue. The compiler enforces this (`npm run check:types`); these are the cases.
import { expect, test } from '@playwright/test';
import type { RequirementId } from '../../contract/requirements.ts';
import type { Sentence } from '../../harness/declare/requirement.ts';

const said = <Id extends RequirementId, Text extends string>(_id: Id, says: Sentence<Id, Text>): string => says;

test('a check says what the catalogue says, on one line or folded over several', () => {
  expect(said('CARD-14', 'a status filter returns every card in that status and no other')).toBeDefined();
  expect(
    said(
      'CARD-14',
      `a status filter returns every card
       in that status and no other`,
    ),
  ).toBeDefined();
});

test('any other sentence does not compile', () => {
  // @ts-expect-error: a part of it is missing
  said('CARD-14', 'a status filter returns every card in that status');
  // @ts-expect-error: the sentence of another requirement
  said('CARD-15', 'a status filter returns every card in that status and no other');
  // @ts-expect-error: folded within a word
  said('CARD-14', 'a status filter returns every card in that sta\ntus and no other');
  // @ts-expect-error: a text that is not known when it is compiled
  said('CARD-14', String('a status filter returns every card in that status and no other'));
});

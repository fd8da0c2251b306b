import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { Schema } from '../../contract/document.ts';
import { fitsOf } from '../../contract/schema/validator.ts';
import { formReader, textReadsAsValid } from '../../generators/defects/reading.ts';
import { formAsRead } from '../../generators/request-context.ts';
import { formType, operation, type Selector } from '../../generators/requests.ts';
import type { ListSyntax } from '../../subject/profile/profile.ts';
import { namesWith, nowhere } from './names.ts';

const invitation = { $ref: '#/components/schemas/MemberInvitation' };
const member = { email: 'a@example.com', phone: '+12025550101', name: 'Anna', role: 'viewOnly' };

function arrives(schema: Schema, fields: Record<string, unknown>, syntax: ListSyntax = 'repeat'): boolean {
  return formReader(schema)(formAsRead(fields, syntax));
}

test('a number in a form is a number and a text', () => {
  expect(arrives(invitation, { ...member, expiredAt: 5 })).toBe(true);
  expect(arrives(invitation, { ...member, expiredAt: '5' })).toBe(true);
  expect(arrives(invitation, { ...member, name: 5 })).toBe(true);
});

test('a number out of bounds is out of bounds in a form too', () => {
  expect(arrives(invitation, { ...member, expiredAt: -1 })).toBe(false);
  expect(arrives(invitation, { ...member, expiredAt: 1.5 })).toBe(false);
  expect(arrives(invitation, { ...member, expiredAt: 'soon' })).toBe(false);
  expect(arrives(invitation, { ...member, expiredAt: '1e3' })).toBe(true);
});

test('nothing in a form may be nothing, null or an empty text', () => {
  expect(arrives(invitation, { ...member, expiredAt: '' })).toBe(true);
  expect(arrives({ type: 'object', required: ['a'], properties: { a: { type: 'null' } } }, { a: '' })).toBe(true);
  expect(arrives({ type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }, { a: '' })).toBe(false);
});

for (const syntax of ['repeat', 'brackets', 'indexed'] as const) {
  test(`an empty list vanishes in a form that writes lists by ${syntax}`, () => {
    expect(formAsRead({ walletAccess: [] }, syntax)).toEqual([]);
    expect(arrives(invitation, { ...member, walletAccess: [] }, syntax)).toBe(true);
  });

  test(`a list is read back in a form that writes lists by ${syntax}`, () => {
    expect(arrives(invitation, { ...member, walletAccess: [nowhere, nowhere] }, syntax)).toBe(true);
    expect(arrives(invitation, { ...member, walletAccess: [nowhere, 'nowhere'] }, syntax)).toBe(false);
  });
}

for (const syntax of ['comma', 'json', 'pipe', 'space'] as const) {
  test(`lists are read back in a form that writes them by ${syntax}`, () => {
    expect(arrives(invitation, { ...member, walletAccess: [] }, syntax)).toBe(true);
    expect(arrives(invitation, { ...member, walletAccess: [nowhere, nowhere] }, syntax)).toBe(true);
    expect(arrives(invitation, { ...member, walletAccess: [nowhere, 'nowhere'] }, syntax)).toBe(false);
  });
}

test('a single value is a list of one', () => {
  expect(arrives(invitation, { ...member, walletAccess: nowhere })).toBe(true);
});

for (const text of ['true', 'TRUE', 'on', '1', 'false', '0']) {
  test(`${text} is read as a switch`, () => {
    expect(textReadsAsValid(text, fitsOf({ type: 'boolean' }), false)).toBe(true);
    expect(textReadsAsValid(text, fitsOf({ type: 'integer', enum: [0, 1] }), false)).toBe(true);
  });
}

test('two, a word and a fraction are no switch', () => {
  for (const text of ['2', 'maybe', '0.5']) {
    expect(textReadsAsValid(text, fitsOf({ type: 'integer', enum: [0, 1] }), false)).toBe(false);
  }
});

test('an object in a form is but a text, and an empty one of the required is no list', () => {
  expect(arrives(invitation, { ...member, name: {} })).toBe(true);
  expect(arrives(invitation, { ...member, role: {} })).toBe(false);
});

const formDefects = (id: 'login' | 'inviteMember' | 'setSmsBalanceNotification', syntax?: ListSyntax) =>
  operation(id).defects({ type: formType, names: namesWith(syntax), given: { path: { id: nowhere } } });

test('defects that a form cannot carry are not made', () => {
  const has = ({ field, breaks, by }: Selector) =>
    formDefects('inviteMember').some(
      (defect) => defect.field === field && defect.breaks === breaks && defect.by === by,
    );

  expect(has({ field: '/name', breaks: 'type', by: 'number' })).toBe(false);
  expect(has({ field: '/name', breaks: 'type', by: 'object' })).toBe(false);
  expect(has({ field: '/name', breaks: 'type', by: 'array' })).toBe(false);
  expect(has({ field: '/expiredAt', breaks: 'type', by: 'numeric text' })).toBe(false);
  expect(has({ field: '/expiredAt', breaks: 'type', by: 'text' })).toBe(true);
  expect(has({ field: '/expiredAt', breaks: 'minimum', by: 'too small' })).toBe(true);
  expect(has({ field: '/walletAccess/*', breaks: 'format', by: 'malformed' })).toBe(true);
});

test('a switch written as a word is no defect in a form, another number is', () => {
  const defects = formDefects('setSmsBalanceNotification').filter(({ field }) => field === '/enabled');

  expect(defects.map(({ breaks, by }) => `${breaks} ${by}`)).toEqual(
    expect.arrayContaining(['enum outside', 'type text']),
  );
  expect(defects.map(({ breaks, by }) => `${breaks} ${by}`)).not.toContain('type boolean');
});

test('every defect that is made in a form is one to every reader', () => {
  for (const syntax of ['repeat', 'brackets', 'indexed', 'comma'] as const) {
    const reads = formReader(invitation);
    const musts = operation('inviteMember').withOneDefect(
      { part: 'body', strength: 'must' },
      { type: formType, names: namesWith(syntax) },
    );
    for (const { sent, twin } of fc.sample(musts, { numRuns: 150, seed: 8 })) {
      expect(reads(formAsRead(sent.form!, syntax))).toBe(false);
      expect(reads(formAsRead(twin.form!, syntax))).toBe(true);
    }
  }
});

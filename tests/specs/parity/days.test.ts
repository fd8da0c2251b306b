// The day or month until which a card is valid; each version may write it differently.
import { expect, test } from '@playwright/test';
import { maySameDay, tellsNoDayBeside } from '../../../specs/parity/support/days.ts';

const lastOfApril = [
  ...['2029-04-30', '20290430', '290430', '29-04-30', '30042029', '04302029', '300429', '30/04/2029', '04/30/29'],
  ...['30 April 2029', '2029-4-30', '2029/04/30', '30.4.29', '2029-04-30T00:00:00Z', '1872201600', '1872201600000'],
];
const april = [
  '2029-04',
  '202904',
  '2904',
  '29/04',
  '04/29',
  '0429',
  '04/2029',
  '042029',
  'Apr 2029',
  '4/29',
  '2029-4',
  '29.4',
  '4/2029',
];

for (const one of lastOfApril) {
  test(`${one} may be the last of April, or April, in every other form`, () => {
    for (const other of [...lastOfApril, ...april]) expect([other, maySameDay(one, other)]).toEqual([other, true]);
  });
}

for (const one of april) {
  test(`${one} may be April in every other form, and is not March`, () => {
    for (const other of april) expect([other, maySameDay(one, other)]).toEqual([other, true]);
    for (const other of ['2029-03', '03/29', '29/03', '2029-03-30', '300329', '30032029']) {
      expect([other, maySameDay(one, other)]).toEqual([other, false]);
    }
  });
}

for (const other of ['2029-05-01', '290501', '01052029', '05/29', '29/05', '2028-04-30', '2029-04-29', '290429']) {
  test(`${other} is not the last of April 2029`, () => {
    for (const one of lastOfApril.filter((text) => !/^\d{10,}$|T/.test(text))) {
      expect([one, maySameDay(one, other)]).toEqual([one, false]);
    }
  });
}

for (const [one, other] of [
  ['2029-10-31', '2029-1-31'],
  ['2029-10-31', '10/31/28'],
  ['10/29', '1/29'],
  ['2029-11-30', '1/29'],
] as const) {
  test(`${one} is not ${other}`, () => {
    expect(maySameDay(one, other)).toBe(false);
  });
}

for (const [text, others] of [
  ['Invalid Date', ['2029-04-30']],
  ['undefined', ['30 Apr 2029', '29 Okt 2029']],
  ['2029-00-31', ['2029-04-30', 'Invalid Date']],
  ['00/00', ['04/29']],
  ['NaN-NaN-2029', ['30-04-2029']],
] as const) {
  test(`${text} beside ${others.join(', ')} tells no day`, () => {
    expect(tellsNoDayBeside(others)(text)).toBe(true);
  });
}

for (const [text, others] of [
  ['2029-04-30', ['2029-04-30']],
  ['2029-W14', ['2029-W15', '2029-W18']],
  ['29 Okt 2029', ['30 Apr 2029']],
  ['2029-120', ['2029-04']],
  ['Invalid Date', ['undefined']],
] as const) {
  test(`${text} beside ${others.join(', ')} may tell a day`, () => {
    expect(tellsNoDayBeside(others)(text)).toBe(false);
  });
}

for (const [one, other] of [
  ['28/12', '2028-12'],
  ['12/28', '2028-12'],
  ['10/11', '2010-11'],
  ['10/11', '2011-10'],
  ['2029-13-45', '2029-04-30'],
  ['some day', '2029-04-30'],
] as const) {
  test(`${one} may be ${other}`, () => {
    expect(maySameDay(one, other)).toBe(true);
  });
}

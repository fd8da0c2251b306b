// Codes that a command prints, which may still print an earlier one for a while, and codes of an authenticator app.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type Codes, createCodes } from '../../../subject/session/codes.ts';
import { usedCodes } from '../../../subject/session/used-codes.ts';

/** A command that prints these codes one after another, then always the last; and how often it was called. */
function printing(...codes: readonly string[]) {
  const script = test.info().outputPath('code.mjs');
  const asked = test.info().outputPath('asked');
  writeFileSync(asked, '');
  writeFileSync(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(asked)}, '.');
     const times = readFileSync(${JSON.stringify(asked)}, 'utf8').length;
     const codes = ${JSON.stringify(codes)};
     console.log(codes[Math.min(times, codes.length) - 1]);`,
  );
  const source = { kind: 'command', command: [process.execPath, script], folder: test.info().outputDir } as const;
  return { source, timesAsked: () => readFileSync(asked, 'utf8').length };
}

test('after a refusal the command is asked until it prints another code', async () => {
  const { source } = printing('111111', '111111', '111111', '222222');
  const codes = createCodes(source, 'full', usedCodes());

  expect(await codes.next('a')).toBe('111111');
  expect(codes.refused()).toBe(true);
  expect(await codes.next('a')).toBe('222222');
});

test('where no other code comes in that time, the next refusals are taken as they are', async () => {
  const { source, timesAsked } = printing('111111');
  const codes = createCodes(source, 'full', usedCodes(), 1);

  expect(await codes.next('a')).toBe('111111');
  expect(codes.refused()).toBe(true);
  expect(await codes.next('a')).toBe('111111');
  expect(codes.refused()).toBe(false);
  const before = timesAsked();
  expect(await codes.next('b')).toBe('111111');
  expect(codes.refused()).toBe(false);
  expect(timesAsked()).toBe(before + 1);
});

const app = { kind: 'totp', secret: 'JBSWY3DPEHPK3PXP', digits: 6, period: 1, algorithm: 'SHA1' } as const;

test('a code that went out with what must be refused is the next one that is sent, without a wait', async () => {
  const waits: number[] = [];
  const used = { ...usedCodes(), waiting: (_: string, milliseconds: number) => void waits.push(milliseconds) };
  const codes = createCodes({ ...app, period: 3600 }, 'full', used);

  const unsent = await codes.unsent('a');
  codes.refused();

  expect([await codes.unsent('b'), await codes.next('b')]).toEqual([unsent, unsent]);
  expect(waits).toEqual([]);
});

test('each code is good once where a used one was refused and the next was accepted', async () => {
  const codes = createCodes(app, 'full', usedCodes());
  const first = await sentTwice(codes);
  expect(codes.refused()).toBe(true);
  expect(codes.areGoodOnce).toBe(false);

  expect(await codes.next('c')).not.toBe(first);
  codes.accepted();

  expect(codes.areGoodOnce).toBe(true);
});

test('no code is good once where a used one was accepted', async () => {
  const codes = createCodes(app, 'full', usedCodes());
  await sentTwice(codes);
  codes.accepted();

  expect(codes.areGoodOnce).toBe(false);
});

/** Asks until two calls fall into one period and get the same code. */
async function sentTwice(codes: Codes): Promise<string> {
  for (;;) {
    const first = await codes.next('a');
    codes.accepted();
    if ((await codes.next('b')) === first) return first;
  }
}

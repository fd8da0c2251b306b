// Checks that run side by side, and one that must run alone: with real files, and a real process that dies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { aloneWithTimeToSpare, openTurns, release, reserve } from '../../harness/run/turns.ts';

test('several go on side by side', async ({}, info) => {
  const [one, other] = [openTurns(info.outputPath('turns')), openTurns(info.outputPath('turns'))];

  await one.beside();
  await other.beside();

  one.leave();
  other.leave();
  expect(readdirSync(info.outputPath('turns'))).toEqual([]);
});

test('whoever wants to be alone waits for the others, who wait in turn until it has left', async ({}, info) => {
  const [one, other] = [openTurns(info.outputPath('turns')), openTurns(info.outputPath('turns'))];
  const order: string[] = [];
  await one.beside();

  const alone = other.alone().then((isAlone) => order.push(`alone: ${isAlone}`));
  await new Promise((resolve) => setTimeout(resolve, 100));
  order.push('one has left');
  one.leave();
  await alone;
  const beside = one.beside().then(() => order.push('beside again'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  order.push('the other has left');
  other.leave();
  await beside;

  expect(order).toEqual(['one has left', 'alone: true', 'the other has left', 'beside again']);
});

test('who asks again does so two seconds after the others have ended, or more', async ({}, info) => {
  const [one, other] = [openTurns(info.outputPath('turns')), openTurns(info.outputPath('turns'))];
  await one.beside();
  const again = aloneWithTimeToSpare(other).then((isAlone) => ({ isAlone, at: performance.now() }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const ended = performance.now();
  one.leave();

  const { isAlone, at } = await again;

  other.leave();
  expect(isAlone).toBe(true);
  expect(at - ended).toBeGreaterThanOrEqual(2000);
});

test('two who want to be alone are so one after the other, though both were at work', async ({}, info) => {
  const both = [openTurns(info.outputPath('turns')), openTurns(info.outputPath('turns'))];
  let [now, most] = [0, 0];

  await Promise.all(
    both.map(async (turns) => {
      await turns.beside();
      expect(await turns.alone()).toBe(true);
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 60));
      now -= 1;
      turns.leave();
    }),
  );

  expect(most).toBe(1);
});

test('whoever cannot be alone in time goes away, and keeps nobody waiting', async ({}, info) => {
  const [one, other, third] = [1, 2, 3].map(() => openTurns(info.outputPath('turns')));
  await one!.beside();

  expect(await other!.alone(80)).toBe(false);
  await third!.beside();

  expect(readdirSync(info.outputPath('turns')).filter((name) => name === 'alone')).toEqual([]);
});

test('what a process that died has left does not count', async ({}, info) => {
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  const folder = info.outputPath('turns');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/beside-${gone.pid}-1`, '');
  writeFileSync(`${folder}/alone`, `${gone.pid}-1`);

  const turns = openTurns(folder);

  expect(await turns.alone(2000)).toBe(true);
});

test('who comes first does not begin before the one for whom the first turn is reserved', async ({}, info) => {
  const folder = info.outputPath('turns');
  reserve(folder);
  const [chapter, quiet] = [openTurns(folder), openTurns(folder)];
  const order: string[] = [];

  const beside = chapter.beside().then(() => order.push('beside'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await quiet.alone()).toBe(true);
  order.push('alone');
  release(folder);
  await new Promise((resolve) => setTimeout(resolve, 100));
  order.push('left');
  quiet.leave();
  await beside;

  expect(order).toEqual(['alone', 'left', 'beside']);
});

test('a reservation that nobody takes up any more is given back', async ({}, info) => {
  const folder = info.outputPath('turns');
  reserve(folder);

  release(folder);

  await openTurns(folder).beside();
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^beside-/)]);
});

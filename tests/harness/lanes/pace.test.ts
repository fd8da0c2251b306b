// How many checks run at a time, depending on the answers of the target.
import { expect, test } from '@playwright/test';
import { paceFor } from '../../../harness/lanes/pace.ts';

const answers = (pace: ReturnType<typeof paceFor>, count: number, milliseconds: number): void => {
  for (let answer = 0; answer < count; answer += 1) pace.answered(milliseconds);
};

test('while answers take what they took alone, all lanes go on', () => {
  const pace = paceFor(16, 200);

  answers(pace, 1000, 230);

  expect(pace.lanes).toBe(16);
});

test('answers that take more than twice as long halve the lanes, again and again, and one is left', () => {
  const pace = paceFor(16, 200);

  answers(pace, 60, 500);
  expect(pace.lanes).toBe(8);
  answers(pace, 1000, 500);

  expect(pace.lanes).toBe(1);
});

test('when they are quick again the lanes come back, one by one', () => {
  const pace = paceFor(16, 200);
  answers(pace, 120, 900);
  expect(pace.lanes).toBe(4);

  answers(pace, 120, 210);
  expect(pace.lanes).toBe(6);
  answers(pace, 1200, 210);

  expect(pace.lanes).toBe(16);
});

test('a few slow answers, such as those of a costly operation, change nothing', () => {
  const pace = paceFor(16, 200);

  for (let answer = 0; answer < 600; answer += 1) pace.answered(answer % 3 === 0 ? 205 : 3000);

  expect(pace.lanes).toBe(16);
});

test('a target that asks to be asked less is asked less', () => {
  const pace = paceFor(16, 200);

  pace.refused();

  expect(pace.lanes).toBe(8);
});

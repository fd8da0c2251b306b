// Work that is repeated when it fails: which failure is reported, and whether the check is asked once more.
import { expect, test } from '@playwright/test';
import { Broken, Untested } from '../../../harness/declare/failures.ts';
import { retried } from '../../../harness/run/retried.ts';

const failing = (got: string) => new Broken('toBe', { expected: 'a refusal', got }, undefined);

/** Has one of these outcomes at each attempt, and returns whether the failure is in doubt. */
async function after(outcomes: ReadonlyArray<Error | undefined>, usesUp = false) {
  const left = [...outcomes];
  let isInDoubt = false;
  const work = async () => {
    const outcome = left.shift();
    if (outcome) throw outcome;
  };
  const doubt = () => {
    isInDoubt = true;
  };
  const failure = await retried(work, doubt, { usesUp }).then(
    () => undefined,
    (error) => error,
  );
  return { failure, isInDoubt, attempts: outcomes.length - left.length };
}

test('a failure that does not show again is none', async () => {
  expect(await after([failing('1'), undefined])).toEqual({ failure: undefined, isInDoubt: false, attempts: 2 });
});

test('three failures in a row are told, and asked again alone', async () => {
  const last = failing('3');
  expect(await after([failing('1'), failing('2'), last])).toEqual({ failure: last, isInDoubt: true, attempts: 3 });
});

test('two in a row stand where each uses up what the next needs', async () => {
  const last = failing('2');
  expect(await after([failing('1'), last], true)).toEqual({ failure: last, isInDoubt: false, attempts: 2 });
});

test('a failure stands where too little is left for another attempt', async () => {
  const first = failing('1');
  expect(await after([first, new Untested('as many drafts')], true)).toEqual({
    failure: first,
    isInDoubt: false,
    attempts: 2,
  });
});

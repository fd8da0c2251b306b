// The same read again and again (Versioning; Resources): a fault that shows once in 25 times is met with 95 % certainty.
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { undisturbed } from '../../harness/prepare/fresh-session.ts';
import { succeeded } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { comparable } from './support/comparable.ts';
import { type Answer, changesByReading, unlikeOthers } from './support/flicker.ts';
import { doubtWhereSwitched, readings, readOperations, switched } from './support/reads.ts';

type Operation = (typeof readOperations)[number];

const lanes = 5;

const readsAlike = 'two reads of one thing with no change between them give the same answer';

for (const operation of readOperations) {
  requirement('PAR-24', readsAlike, operation, async (check) => {
    const inputs = await readings[operation](check, lanes);
    // Each thing is read in several parallel series, and still as often as asked for.
    const enough = Array.from(
      { length: Math.max(lanes, inputs.length) },
      (_, lane) => inputs[lane % inputs.length] as Call,
    );
    const times = Math.ceil(check.runs / enough.length) + 2;
    await undisturbed(check, async () => {
      const read = await inParallel(enough, (input) => readAgain(check, operation, input, times));
      if (!read.flat().some(({ exchange }) => succeeded(exchange))) check.untested(`a success of ${operation}`);
      for (const lane of read) {
        const changed = changesByReading(check, operation, lane);
        if (changed) doubtWhereSwitched(check, operation);
        expect(changed).toSatisfy(() => changed);
        for (const one of lane) {
          const mismatch = unlikeOthers(one, lane);
          if (mismatch) doubtWhereSwitched(check, operation);
          expect(one.exchange).toSatisfy(() => mismatch);
        }
      }
    });
  });
}

async function readAgain(check: Check, operation: Operation, input: Call, times: number): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let time = 0; time < times; time++) {
    const exchange = await check.api.call(operation, input);
    const said = comparable(operation, exchange, switched(check));
    if (said !== undefined) answers.push({ exchange, said });
  }
  return answers;
}

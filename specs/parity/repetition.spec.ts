// The same read again and again (Versioning; Resources): a fault that shows once in 25 times is met with 95 % certainty.
import type { Exchange } from '../../exchange/exchange.ts';
import { succeeded } from '../../target/answers.ts';
import type { Call } from '../../target/api.ts';
import type { Check } from '../harness/check.ts';
import type { Mismatch } from '../harness/comparisons.ts';
import { expect } from '../harness/expect.ts';
import { inParallel } from '../harness/parallel.ts';
import { requirement } from '../harness/requirement.ts';
import { type Comparable, comparable, differenceOf } from './comparable.ts';
import { readings, readOperations, switched } from './reads.ts';

type Operation = (typeof readOperations)[number];

const lanes = 5;

for (const operation of readOperations) {
  requirement('PAR-24', operation, async (check) => {
    const inputs = await readings[operation](check, lanes);
    // One thing is read along several lanes, so that a read is repeated as often as asked for either way.
    const enough = Array.from(
      { length: Math.max(lanes, inputs.length) },
      (_, lane) => inputs[lane % inputs.length] as Call,
    );
    const times = Math.ceil(check.runs / enough.length) + 2;
    const read = await inParallel(enough, (input) => readAgain(check, operation, input, times));
    if (!read.flat().some(({ exchange }) => succeeded(exchange))) check.untested(`a success of ${operation}`);
    for (const lane of read) for (const one of lane) expect(one.exchange).toSatisfy(() => doubted(one, lane));
  });
}

interface Answer {
  readonly exchange: Exchange;
  readonly said: Comparable;
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

/** Whoever else uses the target may change a thing for good; what is as before afterwards was not changed. */
function doubted(answer: Answer, all: readonly Answer[]): Mismatch {
  const place = all.indexOf(answer);
  const keys = new Set(all.flatMap(({ said }) => [...said.keys()]));
  for (const key of keys) {
    const [before, here, after] = [all.slice(0, place), [answer], all.slice(place + 1)].map((some) =>
      some.map(({ said }) => said.get(key) ?? absent),
    ) as [string[], [string], string[]];
    const lasting = before.find((text) => text !== here[0] && after.includes(text));
    if (lasting === undefined) continue;
    return {
      expected: 'what the same read answered before it and after it',
      got: `${differenceOf(lasting, here[0])} (${key}) between two answers that are alike`,
    };
  }
  return undefined;
}

const absent = 'no entry';

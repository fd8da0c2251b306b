// Whether a limited operation answers again after the wait that it asked for (Limits, rule 1).
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { Untested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { grace, toldWait } from '../../load/announcement.ts';
import { type LimitedOperation, limitedOperations } from '../../load/limited-call.ts';
import { traceOf } from '../../load/trace.ts';
import { statusOf } from '../../subject/answers.ts';
import { each } from './support/each.ts';
import { overdraw, overdrawn } from './support/overdrawn.ts';
import { clock, remembered, sendAtOnce, silence } from './support/sending.ts';

requirement(
  'RATE-03',
  'a 429 ends once the limit resets',
  'of the operations whose windows are not shown',
  async (check) => {
    const others = limitedOperations.filter((id) => id !== 'createPayment');
    try {
      await each(check, others, (id) => givenBack(check, id));
    } catch (error) {
      // Identical payments, which are always limited, have a check of their own.
      if (!(error instanceof Untested)) throw error;
      check.observe(`no other limit was asked whether it resets: ${error.missing}`);
    }
  },
);

/** Waits, each as long as the limit asked for, after which it has to be reset. */
const mostWaits = 3;
/** Milliseconds that all waits for one limit may take together. */
const longest = 60_000;
/** Milliseconds of silence where nothing tells when a limit resets. */
const usualWait = 11_000;

async function givenBack(check: Check, id: LimitedOperation): Promise<void> {
  const declared = check.profile.declares.rateLimits[id];
  const over = overdrawn(check, id) ?? (await overdraw(check, id));
  if (over === undefined) return;
  const { call } = over;
  let { refused } = over;
  let spent = 0;
  for (let times = 0; times < mostWaits; times += 1) {
    const told = toldBy(refused) ?? (declared && remembered(declared.seconds * 1000));
    const wait = (told ?? usualWait) + grace;
    spent += wait;
    if (spent > longest) return check.observe(`${id} asks to be left alone for longer than was waited`);
    await silence(check, endOf(refused) + wait - clock());
    const [after] = await sendAtOnce(check, id, call, 1);
    if (after === undefined || !isRefused(after)) return;
    if (told === undefined) return check.observe(`${id} answers 429 still after ${usualWait / 1000} s of silence`);
    refused = after;
  }
  const waits = `${(spent / 1000).toFixed(1)} s of silence`;
  expect(refused).toSatisfy(() => ({ expected: `no 429 to ${id} after ${waits}, as long as was told`, got: '429' }));
}

const endOf = ({ times }: Exchange): number => times.startedAt + times.ended;

const isRefused = (exchange: Exchange): boolean => statusOf(exchange) === 429;

/** Milliseconds until the limit resets, by the headers of a refusal. */
const toldBy = (refused: Exchange): number | undefined => toldWait(traceOf([refused]).at(-1)?.announced);

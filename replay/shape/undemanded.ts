// Requests that the candidate carried out at once although the recorded server first demanded a second factor: any operation may demand
// one, and none has to. The recorded confirmation is then not sent, and the recorded repetition has its answer already.
import type { Exchange } from '../../exchange/exchange.ts';
import { isFields, textWithin } from '../../subject/answers.ts';
import { isDemand, type Read } from '../compare/answers.ts';
import { Bounded } from '../correlate/bounded.ts';
import { nameKey } from '../correlate/renaming.ts';
import type { Step } from '../plan/steps.ts';

/** An answer that the recording has only after the demand. */
export interface Early {
  readonly exchange: Exchange;
  readonly got: Read | undefined;
}

const mostRemembered = 10_000;

export class Undemanded {
  /** By the number of the step that met the demand. */
  readonly #byStep = new Bounded<number, Early>(mostRemembered);
  /** By the recorded sign token that came of confirming it. */
  readonly #byToken = new Bounded<string, Early>(mostRemembered);

  /** Whether this is the answer behind a demand that only the recording has. */
  note(step: Step, exchange: Exchange, got: Read | undefined): boolean {
    const { outcome } = exchange;
    // A refusal of a change counts as given instead of the demand. A refusal of a read counts as its answer.
    const bound = step.operation.changes ? 300 : 500;
    const isDone = outcome.kind === 'answered' && outcome.response.status < bound && !isDemand(got);
    if (!isDemand(step.body) || !isDone || step.operation.key === 'confirmMfa') return false;
    this.#byStep.set(step.number, { exchange, got });
    return true;
  }

  /** Whether the step confirms a demand that the candidate did not make. */
  isConfirmation({ operation, demandedBy, body }: Step): boolean {
    const early = operation.key === 'confirmMfa' && demandedBy !== undefined ? this.#byStep.get(demandedBy) : undefined;
    if (early === undefined) return false;
    const answer = body && 'json' in body && isFields(body.json) ? body.json : {};
    const signToken = textWithin(answer, 'data', 'signToken') ?? textWithin(answer, 'signToken');
    const key = signToken === undefined ? undefined : nameKey(signToken, undefined);
    if (key !== undefined) this.#byToken.set(key, early);
    return true;
  }

  /** The answer to a step that shows the sign token of such a confirmation. */
  answerTo({ references }: Step): Early | undefined {
    for (const { key } of references) {
      const early = this.#byToken.get(key);
      if (early !== undefined) return early;
    }
    return undefined;
  }
}

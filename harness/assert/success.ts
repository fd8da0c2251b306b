// Turns an answer with which a check cannot go on into its failure, where that answer is what the check is about.
import { UnexpectedAnswer } from '../../subject/api.ts';
import { expect } from './expect.ts';

/** A demand for a second factor and a rate limit are nobody's failure: they stay what they are, a missing prerequisite. */
export async function demanded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnexpectedAnswer) expect(error.exchange).toBeAccepted();
    throw error;
  }
}

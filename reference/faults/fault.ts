// A fault: one deliberate defect, told in words and done at the seams.
import type { Seams } from '../http/seams.ts';

export interface Fault extends Seams {
  readonly id: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** A sentence without its subject: "the service …". */
  readonly does: string;
}

export const fault = (id: string, told: Omit<Fault, 'id'>): Fault => ({ id, ...told });

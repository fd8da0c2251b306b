// A fault: one deliberate defect, described in words and implemented at the seams.
import type { Seams } from '../http/seams.ts';

export interface Fault extends Seams {
  readonly id: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** A sentence without its subject: "the service …". */
  readonly does: string;
  /** What must be different in the profile for the fault to show; laid over `profile.yaml` key by key. */
  readonly profile?: Readonly<Record<string, unknown>>;
}

export const fault = (id: string, told: Omit<Fault, 'id'>): Fault => ({ id, ...told });

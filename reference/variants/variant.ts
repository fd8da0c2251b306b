// A variant: another lawful reading of something that the specification leaves open.
import type { Seams } from '../http/seams.ts';

export interface Variant extends Seams {
  readonly id: string;
  /** What is read otherwise. */
  readonly reads: string;
  /** A sentence without its subject: "the service …". */
  readonly does: string;
  /** What must be different in the profile; laid over `profile.yaml` key by key, a list replacing a list. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** Each must that no client can see a service like this keep, and why: what its owner would accept by name. */
  readonly leaves?: Readonly<Record<string, string>>;
  /** Why most musts cannot be tested against it, so that it shows only that nothing fails. */
  readonly untestable?: string;
}

export const variant = (id: string, told: Omit<Variant, 'id'>): Variant => ({ id, ...told });

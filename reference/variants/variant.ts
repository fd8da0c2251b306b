// A variant: another lawful reading of something that the specification leaves open.
import type { Seams } from '../http/seams.ts';

export interface Variant extends Seams {
  readonly id: string;
  /** What the variant reads differently. */
  readonly reads: string;
  /** A sentence without its subject: "the service …". */
  readonly does: string;
  /** What must be different in the profile; laid over `profile.yaml` key by key, a list replacing a list. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** Each must of which no client can see that such a service keeps it, and why. The owner of such a service would accept these by name. */
  readonly leaves?: Readonly<Record<string, string>>;
  /** Why most musts cannot be tested against it, so that a trial shows only that nothing fails. */
  readonly untestable?: string;
}

export const variant = (id: string, told: Omit<Variant, 'id'>): Variant => ({ id, ...told });

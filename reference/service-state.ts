// The state of a running service, which it passes to its operations.
import type { Settings } from './settings.ts';
import type { Data } from './store/data.ts';
import type { Tokens } from './tokens.ts';
import type { User } from './users.ts';
import type { PublicJwk } from './webhooks/keys.ts';

export interface Service {
  readonly settings: Settings;
  readonly data: Data;
  readonly tokens: Tokens;
  clock(): number;
  /** Tells a user's subscriber that something happened. */
  emit(user: User, event: string, data: unknown): void;
  publicJwk(): PublicJwk;
  /** Where a fault remembers something between two calls. */
  readonly notes: Map<string, unknown>;
}

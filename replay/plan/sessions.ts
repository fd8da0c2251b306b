// The client sessions of a recording, each with what it did, in the order in which they began.
import type { Profile } from '../../subject/profile/profile.ts';
import { entriesOf } from './entries.ts';
import { stepsOf } from './steps.ts';

interface RecordedSession {
  readonly id: string;
  readonly user: string;
  /** Milliseconds since 1970. */
  readonly began: number;
  readonly exchanges: number;
  /** The operations that it called, each once, in order. */
  readonly operations: readonly string[];
}

export const sessionsOf = async (
  paths: readonly string[],
  bases: readonly string[],
  profile?: Profile,
): Promise<RecordedSession[]> => {
  const sessions = new Map<string, { user: string; began: number; exchanges: number; operations: Set<string> }>();
  for await (const planned of stepsOf(entriesOf(paths, profile), { bases })) {
    if (planned.kind !== 'step') continue;
    const { session, operation, at } = planned.step;
    const known = sessions.get(session.id) ?? { user: session.user, began: at, exchanges: 0, operations: new Set() };
    known.exchanges += 1;
    known.operations.add(operation.key);
    sessions.set(session.id, known);
  }
  return [...sessions].map(([id, { operations, ...session }]) => ({ id, ...session, operations: [...operations] }));
};

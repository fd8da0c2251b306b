// Makes a plan: reads the recording once and writes down what was understood of it.
import type { Profile, UserName } from '../../subject/profile/profile.ts';
import { createBases } from './bases.ts';
import { Circles } from './circles.ts';
import { type Entry, entriesOf } from './entries.ts';
import { MadeUpIds } from './made-up-ids.ts';
import type { Link, Plan, PlannedUser } from './plan.ts';
import { stepsOf } from './steps.ts';
import { assignUsers } from './users/assign.ts';
import { type Seen, seeUser } from './users/seen.ts';

interface Wishes {
  readonly users?: Readonly<Record<string, UserName>>;
  readonly bases?: readonly string[];
  /** The profile of the server that was recorded, where the candidate is another. */
  readonly recorded?: Profile;
}

const mostLinks = 5000;
const mostSessions = 200_000;

export const makePlan = async (paths: readonly string[], profile: Profile, wishes: Wishes = {}): Promise<Plan> => {
  const bases = wishes.bases ?? (await basesOf(paths, profile));
  const links = new Map<string, { from: string; to: string; uses: number }>();
  const seen = new Map<string, Seen>();
  const circles = new Circles();
  const madeUpIds = new MadeUpIds();
  const keys = new Set<string>();
  const operations = new Map<string, number>();
  let [exchanges, unusable, sessions, inherited, shared] = [0, 0, 0, 0, 0];
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const known = new Set<string>();

  for await (const planned of stepsOf(entriesOf(paths, profile), { bases })) {
    if (planned.kind === 'unusable') {
      unusable += 1;
      continue;
    }
    if (planned.kind === 'omitted') continue;
    exchanges += 1;
    if (planned.kind === 'elsewhere') continue;
    const { step } = planned;
    from = Math.min(from, step.at);
    to = Math.max(to, step.until);
    operations.set(step.operation.key, (operations.get(step.operation.key) ?? 0) + 1);
    seeUser(seen, step);
    if (step.keyMark !== undefined) keys.add(step.keyMark);
    circles.see(step);
    madeUpIds.see(step);
    if (!known.has(step.session.id) && known.size < mostSessions) {
      known.add(step.session.id);
      sessions += 1;
      if (step.session.inherited) inherited += 1;
    }
    for (const { origin, to: place } of step.references) {
      if (origin.session !== step.session.id) shared += 1;
      const key = `${origin.from} -> ${place}`;
      const link = links.get(key);
      if (link) link.uses += 1;
      else if (links.size < mostLinks) links.set(key, { from: origin.from, to: place, uses: 1 });
    }
  }
  const circle = circles.numbered([...seen.keys()]);
  const users = assignUsers(seen, profile, wishes.users ?? {}, wishes.recorded).map(
    (user): PlannedUser => ({ ...user, ...(circle.has(user.recorded) && { circle: circle.get(user.recorded)! }) }),
  );
  return {
    recording: {
      exchanges,
      unusable,
      ...(exchanges > 0 &&
        Number.isFinite(from) && { from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
      ...(keys.size > 1 && { keys: keys.size }),
    },
    bases,
    users,
    sessions: { count: sessions, inherited, shared },
    shardBy: circle.size > 0 ? 'circle' : shared > 0 ? 'user' : 'session',
    operations: Object.fromEntries([...operations].sort(([, one], [, other]) => other - one)),
    links: [...links.values()].map((link): Link => ({ ...link, follow: true })),
    values: {},
    named: madeUpIds.rules(),
    ignored: [],
  };
};

/** A first, quicker reading, because no operation can be recognised before the addresses of the API are known. */
export const basesOf = async (paths: readonly string[], profile?: Profile): Promise<readonly string[]> => {
  const bases = createBases();
  let seen = 0;
  for await (const entry of entriesOf(paths, profile) as AsyncIterable<Entry>) {
    if (entry.kind !== 'exchange') continue;
    bases.see(entry.exchange.request.method, entry.exchange.request.url);
    seen += 1;
    // After so many exchanges the addresses of the API have been seen.
    if (seen >= 100_000 && bases.found().length > 0) break;
  }
  return bases.found();
};

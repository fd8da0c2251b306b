// Places in bodies, named by a user: `/data/note`, `/*/note` for the items of a list, `**/note` at any depth.
import { stepsOf } from '../../../contract/text/pointer.ts';

/** How far each of the paths has been followed. */
export type Position = ReadonlyArray<{ readonly steps: readonly string[]; readonly at: number }>;

export const nowhere: Position = [];

const any = '*';
const deep = '**';

/** What is wrong with a path; undefined for one that can be used. */
export const flawOfPath = (path: string): string | undefined => {
  if (!/^(?:\/|\*\*\/)./.test(path)) return 'a path begins with / or **/ and names a member: /data/note, **/note';
  return path.endsWith('/') || path.endsWith(deep) ? 'a path ends in the name of a member, or in *' : undefined;
};

export const beginningOf = (paths: readonly string[]): Position =>
  paths.map((path) => ({
    steps: stepsOf(path.startsWith('/') ? path : `/${path}`),
    at: 0,
  }));

/** The position after a step to a member or, without a name, to an item of a list. */
export const stepped = (
  position: Position,
  name: string | undefined,
): { readonly position: Position; readonly arrived: boolean } => {
  if (position.length === 0) return { position, arrived: false };
  let arrived = false;
  const next: { steps: readonly string[]; at: number }[] = [];
  const follow = (steps: readonly string[], at: number): void => {
    const step = steps[at];
    if (step === deep) {
      if (!next.some((other) => other.steps === steps && other.at === at)) next.push({ steps, at });
      follow(steps, at + 1);
    } else if (step === any || (name !== undefined && step === name)) {
      if (at + 1 === steps.length) arrived = true;
      else next.push({ steps, at: at + 1 });
    }
  };
  for (const { steps, at } of position) follow(steps, at);
  return { position: next.length === 0 ? nowhere : next, arrived };
};

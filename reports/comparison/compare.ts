// What changed from an earlier verdict to a later one, requirement by requirement. Pure.
import type { Earlier } from '../../harness/settings.ts';
import { isAnyDecided } from '../verdict/acceptance.ts';
import { differingFacts, factsInWords } from '../verdict/differing-facts.ts';
import {
  type Change,
  type ChangeKind,
  type Comparison,
  changeKinds,
  type Mark,
  type Status,
  type Verdict,
} from '../verdict/verdict.ts';
import { markOf } from './earlier.ts';

export function compare(earlier: Earlier, later: Verdict): Comparison {
  const { file, status, startedAt, facts, marks } = earlier;
  const now = new Map(later.requirements.map((result) => [result.id, markOf(result)]));
  const changes = [...new Set([...now.keys(), ...Object.keys(marks)])].flatMap((id): Change[] => {
    const [before, after] = [marks[id] as Mark | undefined, now.get(id)];
    const kind = kindOf(before, after, levelOf(id, later) === 'must');
    return kind === undefined ? [] : [{ id, kind, ...(before && { before }), ...(after && { now: after }) }];
  });
  return {
    earlier: { file, status: status as Status, startedAt },
    status: statusOf(changes, later),
    circumstances: differingFacts(facts, factsInWords(later)),
    changes: changes.toSorted((one, other) => changeKinds.indexOf(one.kind) - changeKinds.indexOf(other.kind)),
  };
}

const levelOf = (id: string, { requirements }: Verdict) => requirements.find((result) => result.id === id)?.level;

const undecided: ReadonlySet<Mark | undefined> = new Set<Mark>(['untested', 'error']);

/** Undefined when the mark did not change and is not a failure. */
function kindOf(before: Mark | undefined, now: Mark | undefined, isMust: boolean): ChangeKind | undefined {
  if (now === undefined) return 'gone';
  if (before === undefined) return 'new';
  if (now === 'fail') return before === 'fail' ? 'still failing' : 'newly failing';
  if (now === before) return undefined;
  if (now === 'pass') return 'newly passing';
  return isMust && undecided.has(now) && !undecided.has(before) ? 'no longer decided' : 'changed otherwise';
}

/** A must that is missing in the earlier verdict, and now fails or is undecided, counts as newly failed or newly undecided. */
function statusOf(changes: readonly Change[], later: Verdict): Comparison['status'] {
  const fails = changes.some(({ kind, now }) => kind === 'newly failing' || (kind === 'new' && now === 'fail'));
  if (fails) return 'failed';
  const isOpen = ({ id, kind, now }: Change) =>
    kind === 'no longer decided' || (kind === 'new' && levelOf(id, later) === 'must' && undecided.has(now));
  const isDecided = later.reason === undefined && isAnyDecided(later.requirements);
  return isDecided && !changes.some(isOpen) ? 'passed' : 'undecided';
}

// Starts the processes that do checks in lanes, gives them the checks file by file, and keeps what came of each for the runner.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequirementId } from '../../contract/requirements.ts';
import { resultsPath } from '../paths.ts';
import { nothingSeen, type ReportedFinding, type TestRecord } from '../record.ts';
import { environmentOf, type Settings } from '../settings.ts';
import type { Assignment, News, Order } from './messages.ts';
import { type CheckName, deliver, keyOf, type LaneResult } from './results.ts';

export interface Planned extends CheckName {
  readonly requirement: RequirementId;
}

/** What happens while the checks are done. */
export interface Listener {
  begun(check: Planned): void;
  found(finding: ReportedFinding): void;
  waits(user: string): void;
  done(record: TestRecord): void;
  /** The record of a check cannot be handed on, and its test would wait for it for ever. */
  failed(error: Error): void;
  /** A process has ended without writing all its evidence. */
  unwritten(error: Error): void;
}

/** `left`: it is not done in a lane, so the test of the runner does it itself. */
type Stage = 'waiting' | 'begun' | 'done' | 'left';

export interface Lanes {
  /** Starts the processes, once. */
  begin(): void;
  /** Undefined for a check that is not done in a lane. */
  stageOf(check: CheckName): Stage | undefined;
  /** What the judge has found so far in a check that has not ended. */
  foundIn(check: CheckName): readonly ReportedFinding[];
  /** Does not wait for checks that are under way. */
  end(): Promise<void>;
}

interface Followed {
  readonly check: Planned;
  stage: Stage;
  readonly found: ReportedFinding[];
  by?: ChildProcess;
}

/** Milliseconds for a process to write what it has, before it is killed. */
const patience = 5_000;

export function lanesFor(settings: Settings, checks: readonly Planned[], listener: Listener): Lanes {
  const folder = resultsPath(settings.out);
  const all = new Map(
    checks.map((check): [string, Followed] => [keyOf(check), { check, stage: 'waiting', found: [] }]),
  );
  const plan: Assignment[] = byFile(checks);
  const free: ChildProcess[] = [];
  let isOver = false;
  const environment = { ...process.env, ...environmentOf(settings) };
  const processes = new Set<ChildProcess>();
  let hasBegun = false;

  function begin(): void {
    if (hasBegun || isOver) return;
    hasBegun = true;
    for (let count = settings.lanes?.processes ?? 1; count > 0; count -= 1) processes.add(start());
  }

  function start(): ChildProcess {
    const child = fork(new URL('./process.js', import.meta.url), {
      env: environment,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (news: News) => {
      if (news.kind === 'unwritten') listener.unwritten(new Error(news.message));
      else if (!isOver) hear(child, news);
    });
    const gone = (how: string): void => {
      processes.delete(child);
      if (!isOver) replaceLost(child, how);
    };
    child.once('exit', (code, signal) => gone(`code=${code}, signal=${signal}`));
    // A process that could not be started never exits, so this is the only sign of it.
    child.on('error', ({ message }) => child.pid === undefined && gone(message));
    return child;
  }

  function hear(child: ChildProcess, news: Exclude<News, { kind: 'unwritten' }>): void {
    if (news.kind === 'free') {
      free.push(child);
      distribute();
    } else if (news.kind === 'waits') listener.waits(news.user);
    else {
      const followed = all.get(keyOf(news.check));
      if (followed) follow(followed, news);
    }
  }

  function follow(followed: Followed, news: Exclude<News, { kind: 'free' | 'waits' | 'unwritten' }>): void {
    switch (news.kind) {
      case 'begun':
        followed.stage = 'begun';
        listener.begun(followed.check);
        break;
      case 'found':
        followed.found.push(news.finding);
        listener.found(news.finding);
        break;
      case 'done':
        settle(followed, news.record);
        break;
      case 'left':
        leave(followed);
    }
  }

  function distribute(): void {
    while (free.length > 0 && plan.length > 0) {
      const [child, what] = [free.shift(), plan.shift()];
      if (child === undefined || what === undefined) return;
      for (const title of what.titles) {
        const followed = all.get(keyOf({ file: what.file, title }));
        if (followed) followed.by = child;
      }
      order(child, { kind: 'do', what });
    }
  }

  function settle(followed: Followed, record: TestRecord): void {
    followed.stage = 'done';
    listener.done(record);
    hand(followed, { kind: 'done', record });
  }

  function leave(followed: Followed): void {
    followed.stage = 'left';
    hand(followed, { kind: 'left' });
  }

  function hand({ check }: Followed, result: LaneResult): void {
    try {
      deliver(folder, check, result);
    } catch (error) {
      listener.failed(error as Error);
    }
  }

  /** The checks that a dead process had begun are lost; its other checks go to other lanes or, without any, to the tests of the runner. */
  function replaceLost(child: ChildProcess, how: string): void {
    if (free.includes(child)) free.splice(free.indexOf(child), 1);
    const its = [...all.values()].filter(({ by }) => by === child);
    for (const followed of its.filter(({ stage }) => stage === 'begun')) {
      const message = `a process that did checks exited unexpectedly (${how})`;
      const { requirement } = followed.check;
      settle(followed, { ...nothingSeen, requirement, outcome: { kind: 'error', message }, findings: followed.found });
    }
    plan.unshift(...byFile(its.filter(({ stage }) => stage === 'waiting').map(({ check }) => check)));
    if (processes.size === 0) for (const followed of all.values()) if (followed.stage === 'waiting') leave(followed);
    distribute();
  }

  const order = (child: ChildProcess, what: Order): void => {
    if (child.connected) child.send(what, () => {});
  };

  async function end(): Promise<void> {
    isOver = true;
    await Promise.all(
      [...processes].map(async (child) => {
        // All that it tells has been heard once the channel is closed.
        const ended = Promise.all([once(child, 'exit'), child.connected && once(child, 'disconnect')]);
        order(child, { kind: 'end' });
        const giveUp = new AbortController();
        void pause(patience, undefined, { signal: giveUp.signal }).then(
          () => child.kill('SIGKILL'),
          () => {},
        );
        await ended;
        giveUp.abort();
      }),
    );
  }

  return {
    begin,
    stageOf: (check) => all.get(keyOf(check))?.stage,
    foundIn: (check) => all.get(keyOf(check))?.found ?? [],
    end,
  };
}

/** In the order in which they are given. */
function byFile(checks: readonly CheckName[]): Assignment[] {
  const titles = new Map<string, string[]>();
  for (const { file, title } of checks) titles.set(file, [...(titles.get(file) ?? []), title]);
  return [...titles].map(([file, ofFile]) => ({ file, titles: ofFile }));
}

// A process that does checks in lanes: several at a time, because they mostly wait for a far target. It gets files of checks from the
// process that started it, and reports the result of each check.
import { setTimeout as pause } from 'node:timers/promises';
import { type RequirementId, requirementById } from '../../contract/requirements.ts';
import { type Declaration, declareTo, titleOf } from '../declare/declaration.ts';
import { turnsPath } from '../paths.ts';
import type { ReportedFinding } from '../record.ts';
import { examine } from '../run/examination.ts';
import { aloneWithTimeToSpare, openTurns } from '../run/turns.ts';
import { openWorkspace } from '../run/workspace.ts';
import { longestCheck, settingsFrom } from '../settings.ts';
import type { Assignment, News, Order } from './messages.ts';
import { paceFor } from './pace.ts';
import type { CheckName } from './results.ts';
import { type TimeLimit, timeLimit } from './time-limit.ts';

interface Named extends CheckName {
  readonly declared: Declaration;
}

const settings = settingsFrom(process.env);
const { each = 1, distance = 0 } = settings.lanes ?? {};
const pace = paceFor(each, distance);
const limits = new Set<TimeLimit>();
const workspace = openWorkspace(settings, {
  waitingForCode(user, milliseconds) {
    // Every other check that needs a code of this user waits as well.
    for (const limit of limits) limit.extend(milliseconds);
    tell({ kind: 'waits', user });
  },
  exchange({ times: { sent, answered, ended } }) {
    if (answered !== undefined) pace.answered(ended - sent);
  },
});

/** Checks that disturb each other are done one after another. */
const waiting: (readonly Named[])[] = [];
let underWay = 0;
let hasAsked = false;

function goOn(): void {
  for (; underWay < pace.lanes && waiting.length > 0; underWay += 1) {
    void inTurn(waiting.shift() ?? []).finally(() => {
      underWay -= 1;
      goOn();
    });
  }
  if (hasAsked || waiting.length >= pace.lanes) return;
  hasAsked = true;
  tell({ kind: 'free' });
}

async function inTurn(checks: readonly Named[]): Promise<void> {
  for (const check of checks) await perform(check);
}

async function perform({ file, title, declared }: Named): Promise<void> {
  const check = { file, title };
  const turns = openTurns(turnsPath(settings.out));
  await turns.beside();
  tell({ kind: 'begun', check });
  const startedAt = Date.now();
  const limit = timeLimit(longestCheck(settings));
  limits.add(limit);
  const { record } = await examine(declared, workspace, {
    isQuiet: false,
    alone: () => aloneWithTimeToSpare(turns),
    inTime: limit.inTime,
    onFinding: (finding) => tellOnce(check, finding),
  });
  limits.delete(limit);
  turns.leave();
  if (record.waits > 0) pace.refused();
  tell({ kind: 'done', check, record: { ...record, took: { startedAt, milliseconds: Date.now() - startedAt } } });
}

const told = new Set<RequirementId>();

/** Each process tells a broken must once. */
function tellOnce(check: CheckName, finding: ReportedFinding): void {
  const { requirement } = finding;
  if (requirementById(requirement).level === 'must' && !told.has(requirement)) tell({ kind: 'found', check, finding });
  told.add(requirement);
}

async function take({ file, titles }: Assignment): Promise<void> {
  const { found, areApart } = await loaded(file);
  await mayBegin;
  for (const title of titles) if (!found.has(title)) tell({ kind: 'left', check: { file, title } });
  const checks = titles.flatMap((title) => found.get(title) ?? []);
  waiting.push(...(areApart ? checks.map((one) => [one]) : [checks]));
  hasAsked = false;
  goOn();
}

interface Loaded {
  readonly found: ReadonlyMap<string, Named>;
  readonly areApart: boolean;
}

async function loaded(file: string): Promise<Loaded> {
  const found = new Map<string, Named>();
  let areApart = true;
  declareTo({
    check: (declared) => void found.set(titleOf(declared), { file, title: titleOf(declared), declared }),
    oneAfterAnother() {
      areApart = false;
    },
  });
  await import(new URL(`../../specs/${file}`, import.meta.url).href);
  return { found, areApart };
}

function tell(news: News): void {
  if (process.connected) process.send?.(news);
}

/** Resolves when the message has been sent. */
const tellUnwritten = ({ message }: Error): Promise<void> =>
  new Promise((ended) => {
    if (process.connected) process.send?.({ kind: 'unwritten', message } satisfies News, () => ended());
    else ended();
  });

async function end(): Promise<void> {
  // Checks that are under way are not waited for.
  await Promise.race([workspace.close().catch(tellUnwritten), pause(2_000)]);
  process.exit();
}

/** The quiet checks go first: until they are done, this process looks once for all its lanes whether they may begin. */
const mayBegin = openTurns(turnsPath(settings.out)).untilNobodyIsAlone();
process.on('message', (order: Order) => void (order.kind === 'do' ? take(order.what) : end()));
process.once('disconnect', () => void end());
// Ctrl-C reaches every process, but this one ends only when the process that started it says so.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
goOn();

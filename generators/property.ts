// The engine of properties: tries many cases side by side, and shrinks a case that breaks to the smallest one that still breaks.
import fc from 'fast-check';

export interface Difference {
  readonly expected: string;
  readonly got: string;
}

/** What came of one case. */
export type Trial<Seen> =
  | { readonly kind: 'held' }
  | { readonly kind: 'broken'; readonly mismatch: Difference; readonly seen: Seen }
  /** It shows nothing, because there is nothing to compare with, such as an accepted twin. */
  | { readonly kind: 'unproven'; readonly because: string; readonly seen: Seen }
  /** Nobody answered. */
  | { readonly kind: 'unanswered'; readonly because: string; readonly seen: Seen }
  /** It was not tried, because the allowance that it needs is used up. */
  | { readonly kind: 'spent'; readonly because: string };

type PropertyResult<Case, Seen> =
  | { readonly kind: 'held'; readonly runs: number }
  | {
      readonly kind: 'broken';
      readonly runs: number;
      readonly counterexample: Case;
      readonly mismatch: Difference;
      readonly exchange: Seen;
      /** With the seed, leads to the counterexample at once. */
      readonly path: string;
      readonly shrinks: number;
    }
  | { readonly kind: 'hopeless'; readonly runs: number; readonly because: string; readonly exchange: Seen }
  | { readonly kind: 'budget'; readonly runs: number; readonly because: string }
  | { readonly kind: 'unproven'; readonly runs: number; readonly because: string; readonly exchange: Seen };

export interface PropertyOptions<Case> {
  readonly seed: number;
  readonly runs: number;
  /** The path of an earlier counterexample: only that one is tried. */
  readonly path?: string;
  readonly concurrency?: number;
  /** How many cases shrinking may try. */
  readonly shrinkTries?: number;
  /** After so many cases in a row without an answer the target is given up. */
  readonly patience?: number;
  /** Groups the cases into kinds: at least one case of each kind is tried, and each kind must hold. By default there is one kind. */
  readonly kindOf?: (tried: Case) => string;
}

interface Tried<Case, Seen> {
  readonly index: number;
  readonly tried: Case;
  readonly trial: Trial<Seen>;
}

type Failed<Case, Seen> = Tried<Case, Seen> & {
  readonly trial: Extract<Trial<Seen>, { kind: 'broken' | 'unanswered' }>;
};

export async function checkProperty<Case, Seen>(
  cases: fc.Arbitrary<Case>,
  test: (tried: Case) => Promise<Trial<Seen>>,
  options: PropertyOptions<Case>,
): Promise<PropertyResult<Case, Seen>> {
  const { tried, gaveUp } = await tryUntilShown(cases, test, options);
  const count = tried.filter(({ trial }) => trial.kind !== 'spent').length;
  const first = tried.find(isBroken) ?? (gaveUp === undefined ? tried.find(isUnanswered) : undefined);
  if (first) return { ...(await smallest(cases, test, first, options)), runs: count };
  if (gaveUp) return { kind: 'hopeless', runs: count, because: gaveUp.because, exchange: gaveUp.seen };
  // Cases that showed nothing leave the property unproven, also when the allowance has ended.
  const nothingShown = unproven(tried, options.kindOf ?? (() => ''));
  if (nothingShown) return { ...nothingShown, runs: count };
  const spent = tried.find(({ trial }) => trial.kind === 'spent')?.trial;
  return spent?.kind === 'spent'
    ? { kind: 'budget', runs: count, because: spent.because }
    : { kind: 'held', runs: count };
}

interface Drawn<Case> {
  /** The number of the case among those that the seed draws, so that it can be drawn again. */
  readonly index: number;
  readonly value: Case;
}

/** With sixteen kinds, this many cases miss one in 1% of all runs; twenty cases nearly always miss one. */
const enoughForEachKind = 120;

function drawn<Case>(
  cases: fc.Arbitrary<Case>,
  { seed, runs, path, kindOf }: PropertyOptions<Case>,
): readonly Drawn<Case>[] {
  if (path !== undefined) return fc.sample(cases, { seed, path, numRuns: 1 }).map((value) => ({ index: 0, value }));
  const numRuns = kindOf ? Math.max(runs, enoughForEachKind) : runs;
  const all = fc.sample(cases, { seed, numRuns }).map((value, index) => ({ index, value }));
  return kindOf ? ofEveryKind(all, runs, kindOf) : all;
}

/** The first of each kind, and then the earliest of the others as far as the runs go; in the order in which they were drawn. */
function ofEveryKind<Case>(
  all: readonly Drawn<Case>[],
  runs: number,
  kindOf: (tried: Case) => string,
): readonly Drawn<Case>[] {
  const firsts = new Map<string, Drawn<Case>>();
  for (const one of all) if (!firsts.has(kindOf(one.value))) firsts.set(kindOf(one.value), one);
  const chosen = new Set(firsts.values());
  const others = all.filter((one) => !chosen.has(one)).slice(0, Math.max(0, runs - chosen.size));
  return [...chosen, ...others].sort((one, other) => one.index - other.index);
}

const isBroken = <Case, Seen>(entry: Tried<Case, Seen>): entry is Failed<Case, Seen> => entry.trial.kind === 'broken';
const isUnanswered = <Case, Seen>(entry: Tried<Case, Seen>): entry is Failed<Case, Seen> =>
  entry.trial.kind === 'unanswered';

const moreRounds = 3;

/**
 * A twin may be refused by chance, such as an account that a target checks in its own way. So kinds of which no case showed anything are
 * drawn again, as long as other kinds show something.
 */
async function tryUntilShown<Case, Seen>(
  cases: fc.Arbitrary<Case>,
  test: (tried: Case) => Promise<Trial<Seen>>,
  options: PropertyOptions<Case>,
): Promise<AllTried<Case, Seen>> {
  const { kindOf, path, seed, concurrency = 8, patience = 5 } = options;
  let all = await tryAll(drawn(cases, options), test, concurrency, patience);
  for (let round = 1; kindOf && path === undefined && round <= moreRounds; round++) {
    const lacking = kindsWithout(all.tried, kindOf);
    const mayShow = all.tried.some(({ trial }) => trial.kind === 'held') && all.tried.every(isHeldOrUnproven);
    if (lacking.size === 0 || !mayShow) break;
    const first = Math.max(options.runs, enoughForEachKind) * round;
    const drawnAgain = fc
      .sample(cases, { seed, numRuns: first + enoughForEachKind })
      .map((value, index) => ({ index, value }))
      .filter(({ index, value }) => index >= first && lacking.has(kindOf(value)));
    const more = await tryAll(drawnAgain, test, concurrency, patience);
    all = { ...more, tried: [...all.tried, ...more.tried] };
  }
  return all;
}

const isHeldOrUnproven = <Case, Seen>({ trial }: Tried<Case, Seen>): boolean =>
  trial.kind === 'held' || trial.kind === 'unproven';

function kindsWithout<Case, Seen>(
  tried: readonly Tried<Case, Seen>[],
  kindOf: (tried: Case) => string,
): ReadonlySet<string> {
  const held = new Set(tried.filter(({ trial }) => trial.kind === 'held').map((entry) => kindOf(entry.tried)));
  return new Set(tried.map((entry) => kindOf(entry.tried)).filter((kind) => !held.has(kind)));
}

interface AllTried<Case, Seen> {
  /** In the order of the cases and without a gap, so that the first broken case does not depend on timing. */
  readonly tried: readonly Tried<Case, Seen>[];
  readonly gaveUp?: Extract<Trial<Seen>, { kind: 'unanswered' }>;
}

async function tryAll<Case, Seen>(
  cases: readonly Drawn<Case>[],
  test: (tried: Case) => Promise<Trial<Seen>>,
  concurrency: number,
  patience: number,
): Promise<AllTried<Case, Seen>> {
  const tried: Tried<Case, Seen>[] = [];
  let next = 0;
  let silent = 0;
  let unanswered = 0;
  let stopped = false;
  let gaveUp: Extract<Trial<Seen>, { kind: 'unanswered' }> | undefined;

  async function walk(): Promise<void> {
    while (next < cases.length && !stopped) {
      const { index, value } = cases[next++] as Drawn<Case>;
      const trial = await test(value).catch((error: unknown) => {
        stopped = true;
        throw error;
      });
      tried.push({ index, tried: value, trial });
      silent = trial.kind === 'unanswered' ? silent + 1 : 0;
      unanswered += trial.kind === 'unanswered' ? 1 : 0;
      if (trial.kind === 'unanswered' && silent >= patience) gaveUp ??= trial;
      stopped ||= trial.kind === 'broken' || trial.kind === 'spent' || unanswered >= patience;
    }
  }

  const walks = await Promise.allSettled(Array.from({ length: Math.min(concurrency, cases.length) }, walk));
  const thrown = walks.find((walked) => walked.status === 'rejected');
  if (thrown) throw thrown.reason;
  return { tried: tried.sort((one, other) => one.index - other.index), ...(gaveUp && { gaveUp }) };
}

function unproven<Case, Seen>(
  tried: readonly Tried<Case, Seen>[],
  kindOf: (tried: Case) => string,
): Extract<PropertyResult<Case, Seen>, { kind: 'unproven' }> | undefined {
  const lacking = kindsWithout(tried, kindOf);
  for (const { tried: value, trial } of tried) {
    if (trial.kind !== 'unproven' || !lacking.has(kindOf(value))) continue;
    return { kind: 'unproven', runs: tried.length, because: trial.because, exchange: trial.seen };
  }
  return undefined;
}

/** Tries one case at a time. Only a case that fails in the same way counts as smaller, so that shrinking does not end at another defect. */
async function smallest<Case, Seen>(
  cases: fc.Arbitrary<Case>,
  test: (tried: Case) => Promise<Trial<Seen>>,
  first: Failed<Case, Seen>,
  { seed, path, shrinkTries = 200 }: PropertyOptions<Case>,
): Promise<Extract<PropertyResult<Case, Seen>, { kind: 'broken' }>> {
  const start = path ?? String(first.index);
  let best: Omit<Failed<Case, Seen>, 'index'> = first;
  let tries = 0;
  const again = fc.asyncProperty(cases, async (value) => {
    if (tries >= shrinkTries) return true;
    tries += 1;
    const trial = await test(value);
    if (!isSame(trial, first.trial)) return true;
    best = { tried: value, trial };
    return false;
  });
  const details = path === undefined ? await fc.check(again, { seed, path: start, numRuns: 1 }) : undefined;
  return {
    kind: 'broken',
    runs: 0,
    counterexample: best.tried,
    mismatch: differenceOf(best.trial),
    exchange: best.trial.seen,
    path: details?.counterexamplePath ?? start,
    shrinks: details?.numShrinks ?? 0,
  };
}

function isSame<Seen>(
  trial: Trial<Seen>,
  first: Failed<unknown, Seen>['trial'],
): trial is Failed<unknown, Seen>['trial'] {
  if (trial.kind === 'broken' && first.kind === 'broken') return trial.mismatch.expected === first.mismatch.expected;
  return trial.kind === 'unanswered' && first.kind === 'unanswered';
}

const differenceOf = <Seen>(trial: Failed<unknown, Seen>['trial']): Difference =>
  trial.kind === 'broken' ? trial.mismatch : { expected: 'an answer', got: trial.because };

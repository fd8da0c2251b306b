// Reads sent all at once, by one user and by several (Versioning; Authentication, rule 1).
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { shuffle } from '../../harness/assert/sample.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { inSession, undisturbed } from '../../harness/prepare/fresh-session.ts';
import { succeeded } from '../../subject/answers.ts';
import { known } from '../../subject/names.ts';
import type { UserName } from '../../subject/profile/profile.ts';
import { type Comparable, comparable, differenceOf } from './support/comparable.ts';
import { absent } from './support/flicker.ts';
import { doubtWhereSwitched, type Read, readings, readOperations, readsOfOwn, switched } from './support/reads.ts';

const together = 16;

const parallelLikeInTurn = 'reads sent in parallel give the answers that the same reads give one after another';

// Two checks with some reads of every operation each, because so many reads in a row take long at a far target.
for (const [half, first] of [
  ['the first half of the things', 0],
  ['the second half', 1],
] as const) {
  requirement('PAR-25', parallelLikeInTurn, half, async (check) => {
    const reads = (await everyRead(check, 12)).filter((_, place) => place % 2 === first);
    const times = Math.max(3, Math.ceil((check.runs * 1.5) / reads.length));
    await agreesInParallel(check, reads, times);
  });
}

requirement('PAR-25', parallelLikeInTurn, 'by several users', async (check) => {
  const users = await usersAtHand(check);
  if (users.length < 2) return;
  const reads = (['listCards', 'listCardsV1', 'readWebhook'] as const).flatMap((operation) =>
    users.map((as): Read => ({ operation, input: { as } })),
  );
  await agreesInParallel(check, reads, 10);
});

// A target may store the user of a request where another request finds it.
requirement('PAR-25', parallelLikeInTurn, 'of single things by several users', async (check) => {
  const ofEach = await inParallel(await usersAtHand(check), (as) => readsOfOwn(check, as));
  const reading = ofEach.filter((reads) => reads.length > 0);
  // The reads of a single user at once are checked above.
  if (reading.length > 1) await agreesInParallel(check, reading.flat(), 6, reading);
});

requirement('PAR-25', parallelLikeInTurn, 'by several users who log in meanwhile', async (check) => {
  const users = await usersAtHand(check);
  if (users.length < 2 || known(check.api.names.sessionsPerUser) === 'one') return;
  // Just after a login more may be allowed than later.
  const reads = users.map((as): Read => ({ operation: 'listCards', input: { as }, leftOut: ['permissions'] }));
  const alone = await inTurn(check, oneByOne(reads));
  const rounds = Math.min(20, Math.ceil(check.runs / 10));
  const fresh: (readonly [Read, Exchange])[] = [];
  for (let round = 0; round < rounds; round++) {
    const logins = await Promise.all(users.map((user) => check.api.freshLogin(user)));
    await inParallel(logins, async (login, index) => {
      if (login.kind !== 'loggedIn') return;
      const session = { user: users[index] as UserName, access: await login.session.accessToken() };
      fresh.push([reads[index] as Read, await check.api.call('listCards', inSession(session))]);
    });
  }
  await expectLikeInTurn(check, fresh, alone, 'to the same user');
});

/** `turns`: what is read together the first time. */
async function agreesInParallel(
  check: Check,
  reads: readonly Read[],
  times: number,
  turns: readonly (readonly Read[])[] = oneByOne(reads),
): Promise<void> {
  await undisturbed(check, async () => {
    const before = await inTurn(check, turns);
    if (![...before.values()].some(succeeded)) check.untested('a read that succeeds');
    const order = shuffle(Array.from({ length: times }, () => reads).flat(), check.seed);
    const exchanges = await inParallel(order, ({ operation, input }) => check.api.call(operation, input), together);
    const answers = exchanges.map((exchange, index) => [order[index] as Read, exchange] as const);
    await expectLikeInTurn(check, answers, before, 'alone');
  });
}

const oneByOne = (reads: readonly Read[]): readonly (readonly Read[])[] => reads.map((read) => [read]);

async function inTurn({ api }: Check, turns: readonly (readonly Read[])[]): Promise<ReadonlyMap<Read, Exchange>> {
  const exchanges = new Map<Read, Exchange>();
  for (const reads of turns) {
    await inParallel(reads, async (read) => exchanges.set(read, await api.call(read.operation, read.input)));
  }
  return exchanges;
}

/**
 * A difference between two reads in turn was changed by another client and proves nothing. So a read that is answered in parallel as
 * before needs no second read.
 */
async function expectLikeInTurn(
  check: Check,
  answers: readonly (readonly [Read, Exchange])[],
  before: ReadonlyMap<Read, Exchange>,
  when: string,
): Promise<void> {
  const others = answers.filter(([read, exchange]) => differing(check, read, before.get(read), exchange).length > 0);
  const after = await inTurn(check, oneByOne([...new Set(others.map(([read]) => read))]));
  for (const [read, exchange] of others) {
    const compare = saysLike(check, read, before.get(read), after.get(read), when);
    if (compare(exchange)) doubtWhereSwitched(check, read.operation);
    expect(exchange).toSatisfy(compare);
  }
}

interface Differing {
  readonly key: string;
  readonly due: string | undefined;
  readonly now: string | undefined;
}

/** Empty where one of the answers tells nothing about the thing. */
function differing(
  check: Check,
  { operation, leftOut = [] }: Read,
  due: Exchange | undefined,
  now: Exchange | undefined,
): readonly Differing[] {
  const say = (one: Exchange | undefined): Comparable | undefined =>
    one && comparable(operation, one, [...switched(check), ...leftOut]);
  const [earlier, later] = [say(due), say(now)];
  if (earlier === undefined || later === undefined) return [];
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .map((key) => ({ key, due: earlier.get(key), now: later.get(key) }))
    .filter((entry) => entry.due !== entry.now);
}

const saysLike =
  (check: Check, read: Read, before: Exchange | undefined, after: Exchange | undefined, when: string) =>
  (exchange: Exchange): Mismatch => {
    if (after === undefined || comparable(read.operation, after, switched(check)) === undefined) return undefined;
    const changed = new Set(differing(check, read, before, after).map(({ key }) => key));
    const other = differing(check, read, before, exchange).find(({ key }) => !changed.has(key));
    if (other === undefined) return undefined;
    const got = differenceOf(other.due ?? absent, other.now ?? absent);
    return { expected: `what the same read answers ${when}`, got: `${got} (${other.key})` };
  };

/** As many different reads as there are fixtures for. */
async function everyRead(check: Check, most: number): Promise<readonly Read[]> {
  const reads = await inParallel(readOperations, async (operation) => {
    const inputs = await unlessUntested(() => readings[operation](check, most));
    return (inputs ?? []).map((input): Read => ({ operation, input }));
  });
  return reads.flat();
}

/** The users who log in without a second factor, so that no code has to be waited for. */
async function usersAtHand({ api, profile }: Check): Promise<readonly UserName[]> {
  const users = await inParallel(Object.keys(profile.users) as UserName[], async (name) => {
    const login = await api.login(name);
    return login.kind === 'loggedIn' && !login.session.secondFactor ? [name] : [];
  });
  return users.flat();
}

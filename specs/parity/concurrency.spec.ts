// Reads sent all at once, by one user and by several (Versioning; Authentication, rule 1).
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { shuffle } from '../../harness/assert/sample.ts';
import type { Check } from '../../harness/declare/check.ts';
import { Untested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { inSession, undisturbed } from '../../harness/prepare/fresh-session.ts';
import { succeeded } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { known } from '../../subject/names.ts';
import type { UserName } from '../../subject/profile/profile.ts';
import { type Comparable, comparable, differenceOf } from './support/comparable.ts';
import { readings, readOperations, switched } from './support/reads.ts';

interface Read {
  readonly operation: OperationId;
  readonly input: Call;
}

const together = 16;

const parallelLikeInTurn = 'reads sent in parallel give the answers that the same reads give one after another';

requirement('PAR-25', parallelLikeInTurn, async (check) => {
  const reads = await everyRead(check, 12);
  const times = Math.max(3, Math.ceil((check.runs * 3) / reads.length));
  await agreesInParallel(check, reads, times);
});

requirement('PAR-25', parallelLikeInTurn, 'by several users', async (check) => {
  const users = await usersAtHand(check);
  if (users.length < 2) return;
  const reads = (['listCards', 'listCardsV1', 'readWebhook'] as const).flatMap((operation) =>
    users.map((as): Read => ({ operation, input: { as } })),
  );
  await agreesInParallel(check, reads, 10);
});

requirement('PAR-25', parallelLikeInTurn, 'by several users who log in meanwhile', async (check) => {
  const users = await usersAtHand(check);
  if (users.length < 2 || known(check.api.names.sessionsPerUser) === 'one') return;
  const reads = users.map((as): Read => ({ operation: 'listCards', input: { as } }));
  const alone = await inTurn(check, reads);
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
  const after = await inTurn(check, reads);
  for (const [read, exchange] of fresh) {
    expect(exchange).toSatisfy(saysLike(check, read, alone.get(read), after.get(read), 'to the same user'));
  }
});

async function agreesInParallel(check: Check, reads: readonly Read[], times: number): Promise<void> {
  await undisturbed(check, async () => {
    const before = await inTurn(check, reads);
    if (![...before.values()].some(succeeded)) check.untested('a read that succeeds');
    const order = shuffle(Array.from({ length: times }, () => reads).flat(), check.seed);
    const exchanges = await inParallel(order, ({ operation, input }) => check.api.call(operation, input), together);
    const after = await inTurn(check, reads);
    exchanges.forEach((exchange, index) => {
      const read = order[index] as Read;
      expect(exchange).toSatisfy(saysLike(check, read, before.get(read), after.get(read), 'alone'));
    });
  });
}

async function inTurn({ api }: Check, reads: readonly Read[]): Promise<ReadonlyMap<Read, Exchange>> {
  const exchanges = new Map<Read, Exchange>();
  for (const read of reads) exchanges.set(read, await api.call(read.operation, read.input));
  return exchanges;
}

/** What differs between the two reads in turn has been changed by somebody, and proves nothing. */
const saysLike =
  (check: Check, { operation }: Read, before: Exchange | undefined, after: Exchange | undefined, when: string) =>
  (exchange: Exchange): Mismatch => {
    const say = (one: Exchange | undefined): Comparable | undefined =>
      one && comparable(operation, one, switched(check));
    const [earlier, later, now] = [say(before), say(after), say(exchange)];
    if (earlier === undefined || later === undefined || now === undefined) return undefined;
    for (const key of new Set([...earlier.keys(), ...later.keys(), ...now.keys()])) {
      const due = earlier.get(key);
      if (due !== later.get(key) || due === now.get(key)) continue;
      const got = differenceOf(due ?? absent, now.get(key) ?? absent);
      return { expected: `what the same read answers ${when}`, got: `${got} (${key})` };
    }
    return undefined;
  };

const absent = 'no entry';

/** As many different reads as there are fixtures for. */
async function everyRead(check: Check, most: number): Promise<readonly Read[]> {
  const reads: Read[] = [];
  for (const operation of readOperations) {
    try {
      const inputs = await readings[operation](check, most);
      reads.push(...inputs.map((input) => ({ operation, input })));
    } catch (error) {
      if (!(error instanceof Untested)) throw error;
    }
  }
  return reads;
}

/** Those who log in without a second factor, so that nobody waits for codes. */
async function usersAtHand({ api, profile }: Check): Promise<readonly UserName[]> {
  const users: UserName[] = [];
  for (const name of Object.keys(profile.users) as UserName[]) {
    const login = await api.login(name);
    if (login.kind === 'loggedIn' && !login.session.secondFactor) users.push(name);
  }
  return users;
}

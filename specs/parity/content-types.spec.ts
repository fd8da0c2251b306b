// The same content as a form and as JSON (Conventions; Endpoints). The SMS notification, which takes both as well, is
// tested beside everything else that switches it.
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { userForLogins } from '../../harness/prepare/fresh-session.ts';
import { inAMonth, leastRole, newContacts } from '../../harness/prepare/invitation.ts';
import { pastSecondFactor } from '../../harness/prepare/past-second-factor.ts';
import { confirmingUsers, forExchange, signTokenOf } from '../../harness/prepare/second-factor.ts';
import { demandedMfa, statusOf, succeeded } from '../../subject/answers.ts';
import type { CallBody, CallInput } from '../../subject/calls.ts';
import { listSyntaxes } from '../../subject/lists.ts';
import { isKnown, known } from '../../subject/names.ts';
import { endlessInvitation, inSyntax, invite, readingForms } from '../members/support/invitation.ts';

type Content = Readonly<Record<string, unknown>>;

/** One of them with header names in capitals, because a target may find them in one spelling only. */
const bothWays = (content: Content): readonly Way[] => [{ json: content }, { form: content, capitals: true }];

type Way = CallBody & Pick<CallInput, 'capitals'>;

/** What became of a request; the bodies of the answers are not compared. */
const fateOf = (exchange: Exchange): 'accepted' | 'a second factor' | 'refused' | 'failed' => {
  if (demandedMfa(exchange) !== undefined) return 'a second factor';
  if (succeeded(exchange)) return 'accepted';
  const status = statusOf(exchange);
  return status !== undefined && status < 500 ? 'refused' : 'failed';
};

const fates = (exchanges: readonly Exchange[]) => new Set(exchanges.map(fateOf));

async function eachOf(ways: readonly (() => Promise<Exchange>)[]): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const send of ways) exchanges.push(await send());
  return exchanges;
}

/** If one of the ways is accepted, all must be. If none is, the target refuses the content, which proves nothing. */
async function haveOneFate(
  check: Check,
  operation: OperationId,
  ways: readonly (() => Promise<Exchange>)[],
): Promise<void> {
  const first = await eachOf(ways);
  // After a confirmation, a target may not demand again, so both ways are sent again to have equal conditions.
  const wasSpared = fates(first).has('accepted') && fates(first).has('a second factor');
  const exchanges = wasSpared ? await eachOf(ways) : first;
  const due = (['accepted', 'a second factor'] as const).find((fate) => fates(exchanges).has(fate));
  if (due === undefined) return check.untested(`a content that ${operation} accepts in one way or the other`);
  for (const exchange of exchanges) {
    const fate = fateOf(exchange);
    // A second factor that is demanded twice of only one of the ways is itself the difference.
    if (fate === 'a second factor') expect(fate).toBe(due, `what becomes of ${operation} in each content type`);
    expect(exchange).toSatisfy(() =>
      fate === due ? undefined : { expected: `${due}, as with the other content type`, got: fate },
    );
  }
}

const formLikeJson = 'where an operation takes form and JSON bodies, the same content is accepted in both alike';

requirement('PAR-26', formLikeJson, 'login', async (check) => {
  const { api, profile } = check;
  for (const as of new Set([userForLogins(api), 'mfa'] as const)) {
    const own = profile.users[as]?.fingerprint;
    if (own === undefined) continue;
    const logsInAlike = (fingerprint: string) =>
      haveOneFate(
        check,
        'login',
        bothWays({ fingerprint }).map((body) => () => api.call('login', { as, ...body })),
      );
    await logsInAlike(own);
    // A target may accept only the devices of the profile.
    await unlessUntested(() => logsInAlike(ofDigits(check)));
  }
});

/** A text that looks like a number in a form. */
const ofDigits = ({ seed }: Check): string => String(1_000_000_000 + (Math.abs(seed) % 1_000_000_000));

requirement('PAR-26', formLikeJson, 'exchange of a sign token', async (check) => {
  const { api } = check;
  // Only two ways, because each uses up a sign token.
  await haveOneFate(
    check,
    'exchangeSignToken',
    [0, 1].map((way) => async () => {
      const token = await signTokenOf(check, confirmingUsers(check), 'login');
      return api.call('exchangeSignToken', { as: token.user, ...bothWays(forExchange(token))[way] });
    }),
  );
});

requirement('PAR-26', formLikeJson, 'invitation', async (check) => {
  const asked = await listableInForms(check);
  await haveOneFate(asked, 'inviteMember', [
    async () => inviting(asked, { json: await invited(asked) }),
    async () => inviting(asked, { form: await invited(asked), capitals: true }),
  ]);
});

// In some styles a list of one looks like a plain value, so a target may read it differently from longer lists.
requirement('PAR-26', formLikeJson, 'invitation to one wallet', async (check) => {
  if (check.api.confirmer(check.api.user.name).waitsForCodes) return;
  const [reading, [wallet]] = [await readingForms(check), await check.fixtures.wallets()];
  if (reading === undefined || wallet === undefined) return;
  const toOneWallet = async (): Promise<Content> => ({ ...(await endlessInvitation(check)), walletAccess: [wallet] });
  check.spend('inviteMembers');
  if (!succeeded(await invite(check, { json: await toOneWallet() }))) return;
  let exchange: Exchange | undefined;
  for (const syntax of new Set([known(reading.api.names.formArrays)!, ...listSyntaxes])) {
    check.spend('inviteMembers');
    exchange = await invite(inSyntax(reading, syntax), { form: await toOneWallet() });
    if (succeeded(exchange)) return;
  }
  expect(exchange!).toBeAccepted();
});

/** Where it is not known how a list travels in a form, none is sent; a target that wants one is asked how it reads lists. */
async function listableInForms(check: Check): Promise<Check> {
  if (isKnown(check.api.names.formArrays)) return check;
  const bare = await inviting(check, { json: await invited(check) });
  return fateOf(bare) === 'refused' ? ((await readingForms(check)) ?? check) : check;
}

function inviting(check: Check, body: Way): Promise<Exchange> {
  check.spend('inviteMembers');
  return pastSecondFactor(check, 'inviteMember', body);
}

async function invited({ api, fixtures, profile }: Check): Promise<Content> {
  return {
    ...newContacts(profile),
    name: 'Assay Member',
    role: leastRole,
    expiredAt: inAMonth(),
    ...(isKnown(api.names.formArrays) && { walletAccess: (await fixtures.wallets()).slice(0, 1) }),
  };
}

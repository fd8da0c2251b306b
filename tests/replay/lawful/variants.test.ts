// Two lawful implementations of one contract agree in shape, whichever of them was recorded. LAWFUL=all plays every variant.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { openRecording } from '../../../exchange/recording/recording.ts';
import { createRedaction } from '../../../exchange/redaction/redaction.ts';
import { startProxy } from '../../../recorder/proxy.ts';
import { recordedExchange } from '../../../recorder/recorded-exchange.ts';
import { upstreamAt } from '../../../recorder/upstream.ts';
import type { Around } from '../../../reference/http/seams.ts';
import { startReference, variantList } from '../../../reference/service.ts';
import { variants } from '../../../reference/variants/catalogue.ts';
import type { ReplayResult } from '../../../replay/verdict/result.ts';
import { altogether, familiesOf, whereOf } from '../../../reports/replay/families.ts';
import { differenceWords } from '../../../reports/replay/wording.ts';
import { type Profile, readProfile } from '../../../subject/profile/profile.ts';
import { mergePatch } from '../../merge-patch.ts';
import { actors, recordedFlow } from '../flow.ts';
import { leftOver, referenceProfile, replayed } from '../replaying.ts';

const profileOf = (variant: string, url: string): Profile => {
  const patch = variants.find(({ id }) => id === variant)?.profile ?? {};
  const profile = mergePatch(parse(readFileSync('reference/profile.yaml', 'utf8')), patch);
  return readProfile(stringify(profile), undefined, process.env, { url });
};

/** A proxy that records into the file everything that is sent to the address. */
const recorderBefore = async (address: string, path: string) => {
  const upstream = upstreamAt(address, {});
  const recording = openRecording(path, { redaction: createRedaction() });
  const bodyLimit = 1024 * 1024;
  const waiting: Promise<void>[] = [];
  const proxy = await startProxy({
    ...{ upstream, host: '127.0.0.1', port: 0, keepHost: false, bodyLimit },
    onExchange: (raw) =>
      waiting.push(
        recordedExchange(raw, { origin: upstream.url.origin, bodyLimit }).then((each) => void recording.append(each)),
      ),
    onUnreadable() {},
  });
  const stop = async () => {
    await proxy.stop(1000);
    await Promise.all(waiting);
    await recording.close();
  };
  return { url: proxy.url, stop };
};

/** Replays the plain service's traffic on the variant, and what the variant answered to it on the plain service. */
const bothWays = async (variant: string): Promise<readonly [ReplayResult, ReplayResult]> => {
  const path = await recordedFlow();
  const back = test.info().outputPath('back.ndjson');
  const candidate = await startReference({ port: 0, seed: 2, variant });
  const recorder = await recorderBefore(candidate.url, back);
  const recorded = referenceProfile(recorder.url);
  const profile = profileOf(variant, recorder.url);
  const there = await replayed({ url: recorder.url, recordings: [path], profile, shape: { recorded } });
  await recorder.stop();
  await candidate.close();
  const plain = await startReference({ port: 0, seed: 3 });
  const again = await replayed({ url: plain.url, recordings: [back], shape: { recorded: profile } });
  await plain.close();
  return [there, again];
};

const told = (result: ReplayResult): readonly string[] => [...leftOver(result), ...result.because];

interface Apart {
  readonly id: string;
  /** What the candidate does with the requests of the other's clients, one line for each cause: first the variant, then the plain service. */
  readonly there: readonly string[];
  readonly again: readonly string[];
}

const refused = (where: string, error: string): Omit<Apart, 'id'> => ({
  there: [`${where}: the candidate refuses what the recording accepted: ${error}`],
  again: [`${where}: the candidate accepts what the recording refused: ${error}`],
});
const unmet = 'held back: the candidate demands a second factor that could not be confirmed';
const noAccount = refused('createBeneficiary', '200 "We do not serve this account.", 2 exchanges');
const noToken = '403 "A sign token is required.", 2 exchanges';
const followers = (operation: string) => `held back: it follows from ${operation}, which was not answered as recorded`;
const behind = (operation: string) => `held back: it follows from ${operation}, which was not sent`;

/** The other implementation refuses what clients did at the first, or lacks what they asked for. A team that migrates has to know this. */
const apart: readonly Apart[] = [
  { id: 'legacy-by-uuid-alone', ...refused('readCardV1', '404 "There is no such card.", 2 exchanges') },
  { id: 'new-beneficiaries-not-shown', ...refused('readBeneficiary', '403 "It is not approved yet.", 2 exchanges') },
  { id: 'some-accounts-alone', ...noAccount, there: [...noAccount.there, followers('createBeneficiary')] },
  { id: 'some-accounts-untold', ...noAccount, there: [...noAccount.there, followers('createBeneficiary')] },
  ...(
    [
      ['invitation-without-token-refused', 'inviteMember'],
      ['signing-without-token-refused', 'signPayments'],
    ] as const
  ).map(([id, operation]) => {
    const { there, again } = refused(operation, noToken);
    return { id, there: [...there, followers(operation)], again: again };
  }),
  {
    id: 'one-session',
    there: [
      ...refused('refreshTokenV2', '401 "Valid credentials are required.", 2 exchanges').there,
      followers('refreshTokenV2'),
    ],
    again: [
      ...refused('8 operations', '401 "Valid credentials are required.", 19 exchanges').again,
      // Neither service accepts the request: to the plain one the payment is unknown.
      'readPayment: status another status: 401 → 404 "There is no such payment."',
    ],
  },
  // A client may read members that the contract does not have, as long as they exist.
  { id: 'extra-fields', there: [], again: ['19 operations: **/links removed'] },
  // The second factor cannot be confirmed, or no profile says where its token goes.
  {
    id: 'second-factor-on-reads-unmet',
    there: [
      unmet,
      ...[behind('listCards'), behind('listCardsV1'), behind('createBeneficiary')],
      'held back: the profile does not say how full confirms a second factor',
      behind('confirmMfa'),
    ],
    again: [],
  },
  {
    id: 'second-factor-on-reads-alone-unmet',
    there: [
      unmet,
      ...[behind('listCards'), behind('listCardsV1')],
      'held back: the profile does not say how full confirms a second factor',
      behind('confirmMfa'),
    ],
    again: [],
  },
  {
    id: 'empty-lists',
    there: [
      ...['listCards', 'listCardsV1'].map(
        (operation) => `held back: no answer of the candidate had the value that it refers to, ${operation} /*/id`,
      ),
      behind('setCardLimits'),
    ],
    again: [],
  },
];

/** Which requests meet the demand depends on the order in which two users are served. */
const byTurns = 'second-factor-now-and-then-unmet';

const telling = [
  ...['mfa-always', 'mfa-never', 'invitations-without-factor', 'codes-once'],
  ...['second-factor-on-reads', 'second-factor-on-reads-401', 'second-factor-now-and-then-403'],
  ...['sign-tokens-in-queries', 'signed-tokens'],
  ...['one-card', 'many-cards', 'one-company', 'upper-case-uuids', 'other-success-statuses', 'nulls', 'empty-values'],
];

const all = variantList().map(({ id }) => id);
const chosen =
  process.env['LAWFUL'] === 'all'
    ? all.filter((id) => id !== byTurns && !apart.some((other) => other.id === id))
    : telling;

for (const id of chosen)
  test(`the plain service and the variant ${id} agree in shape, whichever was recorded`, async () => {
    const [there, again] = await bothWays(id);

    expect([told(there), told(again)]).toEqual([[], []]);
  });

/** Differences without an excuse, and requests that were not sent, one line for each cause. */
const causes = ({ differences, account }: ReplayResult): readonly string[] => [
  ...familiesOf(differences.filter(({ excuse }) => excuse === undefined)).map((family) => {
    const { first, field } = family;
    const words = differenceWords(altogether(family));
    return `${whereOf(family)}: ${first.rejection ? words : `${field} ${words}`}`;
  }),
  ...Object.keys(account.because.heldBack).map((reason) => `held back: ${reason}`),
];

for (const { id, there, again } of apart)
  test(`of the plain service and the variant ${id} each cause that parts them is told once`, async () => {
    const results = await bothWays(id);

    expect(results.map(causes)).toEqual([there, again].map((lines) => expect.arrayContaining([...lines])));
    expect(results.map((result) => causes(result).length)).toEqual([there.length, again.length]);
  });

for (const id of ['second-factor-on-reads-alone-unmet', byTurns])
  test(`a demand of ${id} that nobody can confirm blames nobody, and leaves no verdict`, async () => {
    const [there, again] = await bothWays(id);

    expect([leftOver(there), told(again)]).toEqual([[], []]);
    expect(there.status).toBe('undecided');
    expect(Object.keys(there.account.because.heldBack)).toContain(
      'the candidate demands a second factor that could not be confirmed',
    );
  });

test('where a token goes that is not taken in the usual places is asked of the profile', async () => {
  const path = await recordedFlow({ actors: [actors.full] });
  const inHeader: Around = (next, call, { tokens }) =>
    tokens.owner('sign', String(call.headers['x-sign-token'])) === undefined
      ? { status: 200, body: { status: 'MFA_REQUIRED', mfaToken: tokens.issue('mfa', call.user!).token } }
      : next(call);
  const candidate = await startReference({ port: 0, seed: 2, seams: { around: { readCardCredentials: inHeader } } });
  const recorded = referenceProfile(candidate.url);
  const declared = { ...recorded.open.signTokenPlaces, readCardCredentials: { in: 'header', name: 'X-Sign-Token' } };
  const profile: Profile = { ...recorded, open: { ...recorded.open, signTokenPlaces: declared as never } };

  const [without, named] = [
    await replayed({ url: candidate.url, recordings: [path], shape: {} }),
    await replayed({ url: candidate.url, recordings: [path], profile, shape: {} }),
  ];
  await candidate.close();

  expect(Object.keys(without.account.because.heldBack)).toEqual([
    'the candidate demands a second factor that could not be confirmed: open.signTokenPlaces.readCardCredentials may have to say where its token goes',
  ]);
  expect(told(named)).toEqual([]);
});

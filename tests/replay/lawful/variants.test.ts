// Two lawful implementations of one contract agree in shape, whichever of them was recorded. LAWFUL=all plays every variant.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { openRecording } from '../../../exchange/recording/recording.ts';
import { createRedaction } from '../../../exchange/redaction/redaction.ts';
import { startProxy } from '../../../recorder/proxy.ts';
import { recordedExchange } from '../../../recorder/recorded-exchange.ts';
import { upstreamAt } from '../../../recorder/upstream.ts';
import { startReference, variantList } from '../../../reference/service.ts';
import { variants } from '../../../reference/variants/catalogue.ts';
import type { ReplayResult } from '../../../replay/verdict/result.ts';
import { type Profile, readProfile } from '../../../subject/profile/profile.ts';
import { mergePatch } from '../../merge-patch.ts';
import { recordedFlow } from '../flow.ts';
import { leftOver, referenceProfile, replayed } from '../replaying.ts';

const profileOf = (variant: string, url: string): Profile => {
  const patch = variants.find(({ id }) => id === variant)?.profile ?? {};
  const profile = mergePatch(parse(readFileSync('reference/profile.yaml', 'utf8')), patch);
  return readProfile(stringify(profile), undefined, process.env, { url });
};

/** A proxy that records into the file whatever goes to the address. */
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

/** The plain service's traffic onto the variant; and what the variant answered to it onto the plain service. */
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

/** What clients did at the one is refused by the other, or what they spoke of is not there: a replay has to say so. */
const apart = new Set([
  // Refused by one of them.
  'legacy-by-uuid-alone',
  'one-session',
  'signed-tokens',
  'some-accounts-alone',
  'some-accounts-untold',
  'new-beneficiaries-not-shown',
  'invitation-without-token-refused',
  'signing-without-token-refused',
  // Members that only one of them has.
  'extra-fields',
  'empty-values',
  // Nobody can confirm the second factor, or no profile says where its token goes.
  'second-factor-on-reads-unmet',
  'second-factor-on-reads-alone-unmet',
  'second-factor-now-and-then-unmet',
  'sign-tokens-in-queries',
  // No card at all.
  'empty-lists',
  // Numbers that no client with doubles can read.
  'long-ids',
]);

const telling = [
  ...['mfa-always', 'mfa-never', 'invitations-without-factor', 'codes-once'],
  ...['second-factor-on-reads', 'second-factor-on-reads-401', 'second-factor-now-and-then-403'],
  ...['one-card', 'many-cards', 'one-company', 'other-success-statuses', 'nulls'],
];

const all = variantList().map(({ id }) => id);
const chosen = process.env['LAWFUL'] === 'all' ? all.filter((id) => !apart.has(id)) : telling;

for (const id of chosen)
  test(`the plain service and the variant ${id} agree in shape, whichever was recorded`, async () => {
    const [there, again] = await bothWays(id);

    expect([told(there), told(again)]).toEqual([[], []]);
  });

test('a demand that nobody can confirm blames nobody, and leaves no verdict', async () => {
  const [there] = await bothWays('second-factor-on-reads-alone-unmet');

  expect(leftOver(there)).toEqual([]);
  expect(there.status).toBe('undecided');
  expect(Object.keys(there.account.because.heldBack)).toContain(
    'the candidate demands a second factor that could not be confirmed',
  );
});

// Each session of a recording is a test: it is replayed alone, and fails when something changed.
import { expect, test } from '@playwright/test';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { createFilter } from '../../replay/plan/filter.ts';
import { makePlan } from '../../replay/plan/make.ts';
import { sessionsOf } from '../../replay/plan/sessions.ts';
import { replay } from '../../replay/run/replay.ts';
import { isNewBreach } from '../../replay/verdict/breaches.ts';
import { resultOf } from '../../replay/verdict/decide.ts';
import type { DifferenceGroup, ReplayResult, ViolationGroup } from '../../replay/verdict/result.ts';
import { declaredNames } from '../../subject/names.ts';
import { openingsForTraffic } from '../../subject/openings.ts';
import { redactionOf } from '../../subject/profile/secrets-of.ts';
import { profileOf } from '../profile-of.ts';
import { settingsFrom } from '../settings.ts';

const recording = process.env['ASSAY_RECORDING'];
if (recording === undefined || recording === '') throw new Error('ASSAY_RECORDING names the file to be replayed');

const settings = settingsFrom(process.env);
const profile = profileOf(settings);
const recordings = [recording];
const plan = await makePlan(recordings, profile);
const tempo = { speed: 'asap', concurrency: 8, copies: 1 } as const;

const played = async (session: string): Promise<ReplayResult> =>
  resultOf(
    await replay({
      recordings,
      plan,
      profile,
      openings: { ...openingsForTraffic(profile, declaredNames(profile.open)), seesCredentials: true },
      tempo,
      loops: 1,
      filter: createFilter({ sessions: [session], safe: settings.safe }, plan),
      redaction: createRedaction(redactionOf(profile)),
      signal: new AbortController().signal,
    }),
    { target: profile.url, recordings, plan, tempo, excuse: () => undefined },
  );

const inWords = ({ operation, field, kind, count, example }: DifferenceGroup): string =>
  `${operation} ${field === '' ? 'body' : field} (${kind}, ${count}): recorded ${example.recorded}, got ${example.got}; ${example.request}`;

const brokenInWords = ({ requirement, operation, at, expected, got }: ViolationGroup): string =>
  `${requirement} ${operation} ${at}: expected ${expected}, got ${got}`;

for (const { id, user, began, exchanges, operations } of await sessionsOf(recordings, plan.bases, profile)) {
  const who = plan.users.find(({ recorded }) => recorded === user)?.actsAs ?? 'nobody known';
  const title = `${new Date(began).toISOString()} ${who}, ${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'}: ${operations.slice(0, 4).join(', ')}${operations.length > 4 ? ', …' : ''} (${id})`;
  test(title, async () => {
    const result = await played(id);

    await test.info().attach('replay.json', { body: JSON.stringify(result, null, 2), contentType: 'application/json' });
    const changed = result.differences.filter(({ excuse }) => excuse === undefined).map(inWords);
    const broken = result.violations.filter(isNewBreach).map(brokenInWords);
    expect([...changed, ...broken], 'what changed').toEqual([]);
    expect({ status: result.status, because: result.because }).toEqual({ status: 'passed', because: [] });
  });
}

// The flow as other tools save it is replayed on another instance: HAR files, with and without credentials, and GoReplay captures.
import { expect, test } from '@playwright/test';
import type { Exchange } from '../../../exchange/exchange.ts';
import { startReference } from '../../../reference/service.ts';
import { makePlan } from '../../../replay/plan/make.ts';
import type { ReplayResult } from '../../../replay/verdict/result.ts';
import { assay } from '../../cli/command.ts';
import { type Actor, actors, playFlow, recordedFlow } from '../flow.ts';
import { otherInstance } from '../other-instance.ts';
import { leftOver, type Replaying, referenceProfile, replayed } from '../replaying.ts';
import { writeGor, writeHar } from './foreign-files.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

const both = Object.values(actors);

/** The exchanges of these actors: the turns follow one another, and the actors of one turn work at the same time. */
const exchanged = async (...turns: readonly (readonly Actor[])[]): Promise<readonly Exchange[]> => {
  const exchanges: Exchange[] = [];
  const service = await startReference({ port: 0, seed: 1 });
  for (const who of turns) await playFlow(service.url, who, (exchange) => exchanges.push(exchange));
  await service.close();
  return exchanges;
};

const played = async (recording: string, asked: Partial<Replaying> = {}): Promise<ReplayResult> => {
  const candidate = await startReference({ port: 0, seed: 1, seams: otherInstance });
  try {
    return await replayed({ url: candidate.url, recordings: [recording], ...asked });
  } finally {
    await candidate.close();
  }
};

const everythingIsAsRecorded = (result: ReplayResult): void => {
  expect(leftOver(result)).toEqual([]);
  expect(result.violations).toEqual([]);
  expect(result.account.sent).toBe(result.account.recorded);
  expect(result.outcomes.equivalent + result.outcomes.excused).toBe(result.account.recorded);
  expect(result.status).toBe('passed');
};

const parts = ({ plan }: ReplayResult) => plan.users.map(({ recorded, actsAs }) => `${recorded} = ${actsAs}`);

test('a HAR file with credentials replays like a recording', async () => {
  writeHar(output('flow.har'), await exchanged(both), 'kept');

  const result = await played(output('flow.har'));

  everythingIsAsRecorded(result);
  expect(result.account.recorded).toBeGreaterThan(60);
  expect(result.account.added).toEqual({});
});

test('a GoReplay capture of requests and answers replays like a recording', async () => {
  writeGor(output('flow.gor'), await exchanged(both));

  const result = await played(output('flow.gor'));

  everythingIsAsRecorded(result);
  expect(result.account.recorded).toBeGreaterThan(60);
});

test('a recording replays as the HAR file that it was converted to, and a capture as a recording', async () => {
  await recordedFlow({ path: output('flow.ndjson') });
  writeGor(output('flow.gor'), await exchanged(both));

  const converted = await Promise.all([
    assay(['convert', output('flow.ndjson'), output('from-recording.har')]),
    assay(['convert', output('flow.gor'), output('from-capture.ndjson')]),
  ]);

  expect(converted.map(({ code }) => code)).toEqual([0, 0]);
  everythingIsAsRecorded(await played(output('from-recording.har')));
  everythingIsAsRecorded(await played(output('from-capture.ndjson')));
});

test('a capture of requests alone is sent, but says that there is nothing to compare with', async () => {
  writeGor(output('requests.gor'), await exchanged([actors.full]), 'requests alone');

  const result = await played(output('requests.gor'));

  expect(leftOver(result)).toEqual([]);
  expect(result.status).toBe('undecided');
  expect(result.because).toContain('no exchange could be compared');
  expect(result.outcomes.incomparable).toBe(result.account.sent);
});

for (const name of ['full', 'mfa'] as const)
  test(`a HAR file without credentials, as browsers save it, replays with logins of our own: ${name}`, async () => {
    writeHar(output('flow.har'), await exchanged([actors[name]]), 'left out');

    const result = await played(output('flow.har'));

    everythingIsAsRecorded(result);
    expect(parts(result)).toEqual([`credentials left out = ${name}`]);
    expect(result.account.added['logging in by itself']).toBeGreaterThan(0);
  });

test('users who log in one after the other without credentials are told apart by what is listed to them', async () => {
  writeHar(output('flow.har'), await exchanged([actors.full], [actors.mfa], [actors.full]), 'left out');

  const result = await played(output('flow.har'));

  everythingIsAsRecorded(result);
  expect(parts(result)).toEqual([
    'credentials left out = full',
    'credentials left out (2) = mfa',
    'credentials left out (3) = full',
  ]);
});

test('whom nobody can play because credentials were left out is held back, and is no difference', async () => {
  writeHar(output('flow.har'), await exchanged([actors.full], [actors.mfa]), 'left out');
  const profile = referenceProfile('http://127.0.0.1:9');
  const alone = { ...profile, users: { full: profile.users.full! } };
  const plan = await makePlan([output('flow.har')], alone);

  const result = await played(output('flow.har'), { plan });

  expect(leftOver(result)).toEqual([]);
  expect(result.status).toBe('undecided');
  expect(parts(result)).toEqual(['credentials left out = full', 'credentials left out (2) = nobody']);
  expect(result.account.because.heldBack).toEqual({
    'no user of the profile acts as credentials left out (2)': expect.any(Number),
  });
});

test('a HAR file without bodies gives no verdict, and says why', async () => {
  writeHar(output('flow.har'), await exchanged([actors.full]), 'left out', 'left out');

  const result = await played(output('flow.har'));

  expect(result.status).toBe('undecided');
  expect(result.because.join()).toContain('the recording has no bodies');
  expect(result.outcomes.withoutBody).toBe(result.account.sent);
});

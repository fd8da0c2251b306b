// Recordings that are joined one after another.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { joinRecordings } from '../../exchange/recording/joining.ts';
import { openRecording, readRecording } from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';

async function recordingOf(path: string, ...ids: readonly string[]): Promise<string> {
  const recording = openRecording(path, { redaction: createRedaction() });
  for (const id of ids) {
    recording.append({
      id,
      request: { method: 'GET', url: 'http://127.0.0.1/v2/card', headers: [] },
      times: { startedAt: 1_700_000_000_000, sent: 0, ended: 2 },
    });
  }
  await recording.close();
  return path;
}

async function idsIn(path: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const item of readRecording(path)) if ('exchange' in item) ids.push(item.exchange.id);
  return ids;
}

test('joined recordings hold the exchanges of all, in the order in which they were given', async ({}, info) => {
  const [one, two] = [await recordingOf(info.outputPath('1'), 'a', 'b'), await recordingOf(info.outputPath('2'), 'c')];

  await joinRecordings([two, one], info.outputPath('joined'));

  expect(await idsIn(info.outputPath('joined'))).toEqual(['c', 'a', 'b']);
});

test('a torn last line of one does not spoil the first of the next', async ({}, info) => {
  const [one, two] = [await recordingOf(info.outputPath('1'), 'a', 'b'), await recordingOf(info.outputPath('2'), 'c')];
  writeFileSync(one, readFileSync(one, 'utf8').slice(0, -20));

  await joinRecordings([one, two], info.outputPath('joined'));

  expect(await idsIn(info.outputPath('joined'))).toEqual(['a', 'c']);
});

test('an empty recording adds nothing, and what was there before goes', async ({}, info) => {
  const one = await recordingOf(info.outputPath('1'), 'a');
  writeFileSync(info.outputPath('empty'), '');
  appendFileSync(info.outputPath('joined'), 'an older one');

  await joinRecordings([info.outputPath('empty'), one], info.outputPath('joined'));

  expect(readFileSync(info.outputPath('joined'), 'utf8')).toBe(readFileSync(one, 'utf8'));
});

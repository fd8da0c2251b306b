// assay replay as a process: it exits with 3 and says why when something could not be replayed for a reason that nobody chose.
import { appendFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { exchangeLine } from '../../../exchange/recording/line.ts';
import { exchangesOf, startAnswering, type Told, writeMade } from '../../replay/made.ts';
import { authorization, tokens } from '../../replay/manifold.ts';
import { assay } from '../command.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);
const credentials = { ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' };
const cards: Told = { path: '/v2/card', authorization, answer: [] };

/** Its output, with each run of blanks as one blank. */
const replayed = async (path: string) => {
  const candidate = await startAnswering(({ url }) => ({ body: url.startsWith('/v3/auth') ? tokens : [] }));
  const { code, stdout, stderr } = await assay(['replay', path, '--target', candidate.url], credentials);
  await candidate.close();
  return { code, said: `${stdout} ${stderr}`.replaceAll(/\s+/g, ' ') };
};

for (const [what, letter] of [
  ['a blank', ' '],
  ['a NUL', '\0'],
] as const)
  test(`a replay of which ${what} in an address kept a part from being sent exits with 3 and says why`, async () => {
    const path = await writeMade(output('made.ndjson'), [cards, { ...cards, path: `/v2/card?status=A${letter}B` }]);

    const { code, said } = await replayed(path);

    expect(said).toContain('2 exchanges recorded = 1 sent + 0 filtered + 0 held back + 1 failed');
    expect(said).toMatch(/cannot be sent/);
    expect(said).toContain('1 failed and could not be compared');
    expect(code).toBe(3);
  });

test('an exchange at a time that no clock shows is named, and the rest is replayed', async () => {
  const path = await writeMade(output('made.ndjson'), [cards]);
  const whole = exchangeLine(exchangesOf([cards])[0]!).replace(/,"crc32".*\n$/, '');
  for (const time of ['startedAt', 'ended']) {
    const line = whole.replace(new RegExp(`"${time}":[^,]+`), `"${time}":1e308`);
    appendFileSync(path, `${line},"crc32":"${crc32(line).toString(16).padStart(8, '0')}"}\n`);
  }

  const { code, said } = await replayed(path);

  expect(said).toContain('1 exchange recorded = 1 sent');
  expect(said).toContain('the exchange has a time that no clock shows');
  expect(code).toBe(3);
});

test('a recording whose parts were written with different keys is told as one', async () => {
  const path = await writeMade(output('made.ndjson'), [cards]);
  await writeMade(path, [cards]);

  const { said } = await replayed(path);

  expect(said).toContain('the recording was written with 2 keys, under each of which a user has another name');
  expect(said).toContain('ASSAY_REDACTION_KEY keeps one key');
});

test('a HAR file whose entry claims to have taken 1e308 milliseconds is replayed as if it said nothing', async () => {
  const entry = {
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 1e308,
    timings: { send: 1, wait: 1e308, receive: 1 },
    request: {
      method: 'GET',
      url: 'https://target.example/v2/card',
      headers: [{ name: 'Authorization', value: authorization }],
    },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { size: 2, mimeType: 'application/json', text: '[]' },
    },
  };
  writeFileSync(output('long.har'), JSON.stringify({ log: { version: '1.2', entries: [entry, entry] } }));

  const { code, said } = await replayed(output('long.har'));

  expect(said).toContain('2 exchanges recorded = 2 sent');
  expect(code, said).toBe(0);
});

// Numbers that a double cannot hold: they are compared by value, and replaced digit by digit.
import { expect, test } from '@playwright/test';
import { exactJson, jsonText } from '../../../contract/text/exact-json.ts';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { authorization, tokens } from '../manifold.ts';
import { leftOver, profileOf, replayed } from '../replaying.ts';

const played = async (told: readonly Told[], answer: (method: string, url: string) => string, shape?: object) => {
  const path = await writeMade(
    test.info().outputPath('made.ndjson'),
    told.map((one) => ({ authorization, ...one })),
  );
  const candidate = await startAnswering(({ method, url }) =>
    url.startsWith('/v3/auth') ? { body: tokens } : { text: answer(method, url) },
  );
  const profile = profileOf(candidate.url);
  const result = await replayed({ url: candidate.url, recordings: [path], profile, ...(shape && { shape }) });
  await candidate.close();
  return { result, asked: candidate.asked.filter(({ url }) => !url.startsWith('/v3/auth')) };
};

for (const [one, other, isSame] of [
  ['9007199254740993', '9007199254740992', false],
  ['9007199254740993', '9007199254740993', true],
  ['-9007199254740993', '9007199254740993', false],
  ['0.1', '0.10000000000000001', false],
  ['12345678901234567890.10', '12345678901234567890.1', true],
  ['[1, 9007199254740993]', '[1, 9007199254740995]', false],
  ['1e400', '1e401', false],
  ['1.0', '1', true],
  ['1e2', '100', true],
  ['9.007199254740993e15', '9007199254740993', true],
] as const)
  test(`${one} and ${other} are ${isSame ? 'one number' : 'two'}`, async () => {
    const { result } = await played([{ path: '/v2/payment/1', text: `{"sum":${one}}` }], () => `{"sum":${other}}`);

    expect(result.account.sent).toBe(1);
    expect(leftOver(result).length).toBe(isSame ? 0 : 1);
    if (!isSame && !one.startsWith('[')) {
      const { recorded, got } = result.differences[0]!.example;
      expect([recorded, got]).toEqual([one, other]);
    }
  });

const ids = { recorded: '9007199254740993', live: '90071992547409951' } as const;

for (const shape of [undefined, {}])
  test(`a long id is followed into paths, queries and bodies digit by digit${shape ? ', onto other data too' : ''}`, async () => {
    const { recorded, live } = ids;
    const payment = (id: string) => `{"id":${id},"status":"draft"}`;
    const { result, asked } = await played(
      [
        { path: '/v2/payment', text: `[${payment(recorded)}]` },
        { path: `/v2/payment/${recorded}`, text: payment(recorded) },
        { path: `/v2/made?paymentId=${recorded}`, text: '{}' },
        {
          path: '/v2/made',
          method: 'POST',
          body: `{"paymentId":${recorded},"amount":0.10000000000000001}`,
          text: '{}',
        },
      ],
      (_method, url) =>
        url === '/v2/payment' ? `[${payment(live)}]` : url.startsWith('/v2/made') ? '{}' : payment(live),
      shape,
    );

    expect(asked.map(({ url }) => url)).toEqual([
      ...['/v2/payment', `/v2/payment/${live}`, `/v2/made?paymentId=${live}`, '/v2/made'],
    ]);
    expect(asked[3]!.body.toString()).toBe(`{"paymentId":${live},"amount":0.10000000000000001}`);
    expect(leftOver(result)).toEqual([]);
    expect(result.status).toBe('passed');
  });

test('what is read is written with the same digits, and no text is taken for a number', () => {
  const text =
    '{"a":[9007199254740993,0.10000000000000001,-1e400],"b":"9007199254740993","c":"\\"12345678901234567\\"","d":1}';

  expect(jsonText(exactJson(text))).toBe(text);
  expect(jsonText(JSON.parse('{"n":1.50}'))).toBe('{"n":1.5}');
});

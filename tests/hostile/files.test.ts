// Files from users that are torn, random or malicious: every parser ends soon, with its own kind of error and no other.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { readTraffic } from '../../exchange/traffic/traffic.ts';
import { excusesOf, loadNoise, NoiseError } from '../../replay/excuses/noise.ts';
import { loadPolicy, PolicyError } from '../../replay/excuses/policy.ts';
import { PlanError, readPlan } from '../../replay/plan/text.ts';
import { NoCertificate, readCertificate, statementIn } from '../../reports/certificate/read.ts';
import { earlierOf, NotComparable, readVerdict } from '../../reports/comparison/earlier.ts';
import { loadDeviations } from '../../subject/deviations.ts';
import { ProfileError, readProfile } from '../../subject/profile/profile.ts';
import { root } from '../cli/command.ts';
import { certificate, difference, gor, har, noise, plan, policy, recording, verdict } from './sound-files.ts';

const seed = 20_261;
const env = { ASSAY_USERNAME: 'ann', ASSAY_PASSWORD: 'open sesame', ASSAY_TARGET: 'http://127.0.0.1:1' };
const profile = readFileSync(join(root, 'reference/profile.yaml'), 'utf8');
const deviations = `deviations:
  - requirement: [CARD-14, CARD-24]
    reason: the filter comes with the next release
    owner: card team
    until: "2999-01-01"
`;

/** What a parser says of the bytes: `read`, or the lines of its own error. Any other error is thrown. */
type Parser = (bytes: Buffer, path: string) => Promise<string>;

const refusing =
  (parse: (text: string, path: string) => unknown, own: new (...given: never[]) => Error): Parser =>
  async (bytes, path) => {
    try {
      parse(bytes.toString(), path);
      return 'read';
    } catch (error) {
      if (error instanceof own) return error.message;
      throw error;
    }
  };

const written =
  (parse: (path: string) => unknown) =>
  (text: string, path: string): unknown => {
    writeFileSync(path, text);
    return parse(path);
  };

const traffic: Parser = async (bytes, path) => {
  writeFileSync(path, bytes);
  const said = [];
  for await (const item of readTraffic(path)) if (item.kind === 'unusable') said.push(item.reason);
  return said.length === 0 ? 'read' : said.join('\n');
};

const parsers: Readonly<Record<string, readonly [parse: Parser, sound: () => Promise<Buffer> | Buffer]>> = {
  profile: [refusing((text, path) => readProfile(text, path, env), ProfileError), () => Buffer.from(profile)],
  'list of accepted deviations': [
    refusing(
      written((path) => loadDeviations(path, env)),
      ProfileError,
    ),
    () => Buffer.from(deviations),
  ],
  'replay plan': [refusing((text, path) => readPlan(text, path), PlanError), () => Buffer.from(plan)],
  certificate: [
    refusing(
      written((path) => {
        const read = readCertificate(path);
        return statementIn(read.payload);
      }),
      NoCertificate,
    ),
    () => Buffer.from(certificate),
  ],
  policy: [
    refusing(
      written((path) => loadPolicy(path)(difference)),
      PolicyError,
    ),
    () => Buffer.from(policy),
  ],
  'noise file': [
    refusing(
      written((path) => excusesOf(loadNoise(path))(difference, ['e-1'])),
      NoiseError,
    ),
    () => Buffer.from(noise),
  ],
  'earlier verdict': [
    refusing(
      written((path) => earlierOf(readVerdict(path), path)),
      NotComparable,
    ),
    () => Buffer.from(verdict),
  ],
  'HAR file': [traffic, () => Buffer.from(har)],
  'GoReplay file': [traffic, () => Buffer.from(gor)],
  recording: [traffic, recording],
};

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: references of profiles.
/** Pieces that have a meaning in these formats, at places where they have none. */
const pieces = fc.oneof(
  fc.constantFrom(
    ...[
      '__proto__',
      '"__proto__":{"url":"http://a.example"}',
      'constructor',
      '\n',
      '\0',
      '\u001b[2J',
      '{',
      '[',
      '}',
      ']',
      '"',
      ': ',
      '- ',
    ],
    ...[
      '&a ',
      '*a',
      '<<: *a',
      '!!js/function x',
      '${file:/etc/passwd}',
      '${file:../../../etc/passwd}',
      '${NOBODY}',
      '../../etc/passwd',
    ],
    ...[
      '1e999',
      '-0',
      '9'.repeat(400),
      'NaN',
      '.inf',
      '\u{1f435}\u{1f648}\u{1f649}',
      '1 a 0\n',
      '\r\n\r\n',
      '\ufeff',
      'null',
      '<script>',
    ],
  ),
  fc.string({ unit: 'binary' }),
);

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: references of profiles.

for (const [what, [parse, sound]] of Object.entries(parsers)) {
  test(`a sound ${what} is read, and one that is cut off anywhere is read or refused in words`, async ({}, info) => {
    const bytes = await sound();
    const path = info.outputPath('file');

    expect(await parse(bytes, path)).toBe('read');
    // A short file is cut at a hundred places at least, a long one at every thousandth byte.
    const step = Math.min(1000, Math.ceil(bytes.length / 100));
    for (let end = 0; end < bytes.length; end += step) expect(await parse(bytes.subarray(0, end), path)).not.toBe('');
  });

  test(`a ${what} of random bytes, or with some in it, is read or refused in words`, async ({}, info) => {
    const bytes = await sound();
    const path = info.outputPath('file');
    const random = fc.uint8Array({ maxLength: 2000 }).map((drawn) => Buffer.from(drawn));
    const spoilt = fc
      .tuple(fc.nat(bytes.length), fc.nat(40), pieces)
      .map(([at, gone, piece]) =>
        Buffer.concat([bytes.subarray(0, at), Buffer.from(piece), bytes.subarray(at + gone)]),
      );

    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 1, arbitrary: random }, { weight: 3, arbitrary: spoilt }), async (drawn) => {
        expect(await parse(drawn, path)).not.toBe('');
        expect(({} as Record<string, unknown>)['url']).toBeUndefined();
      }),
      { seed, numRuns: 150 },
    );
  });
}

const laughs = (inner: string, kind: (name: string) => string): string =>
  Array.from({ length: 12 }, (_, level) =>
    level === 0 ? `l0: &l0 ${inner}` : `l${level}: &l${level} ${kind(`*l${level - 1}`)}`,
  ).join('\n');
const ten = (name: string): string => Array(10).fill(name).join(', ');

const bombs: Readonly<Record<string, string>> = {
  'a list of lists of lists of aliases': laughs('[a]', (name) => `[${ten(name)}]`),
  'merged maps of merged maps': laughs('{a: 1}', (name) => `{<<: [${ten(name)}]}`),
  'merged maps where a section is due': `users:\n  full: {<<: *none}\n${laughs('{a: 1}', (name) => `{<<: [${ten(name)}]}`)}`,
  'ten thousand nested lists': '['.repeat(10_000),
  'ten thousand nested maps': '{a: '.repeat(10_000),
  'a list that holds itself': 'users: &a [*a]',
  'ten thousand aliases': `a: &a 1\nb: [${'*a, '.repeat(10_000)}1]`,
};
for (const [what, text] of Object.entries(bombs))
  for (const kind of [
    'profile',
    'list of accepted deviations',
    'replay plan',
    'policy',
    'noise file',
    'earlier verdict',
  ])
    test(`${what} in a ${kind}: refused in words`, async ({}, info) => {
      const [parse] = parsers[kind]!;

      const said = await parse(Buffer.from(text), info.outputPath('file'));

      expect(said).not.toBe('read');
      expect(said).not.toBe('');
      expect(said.length).toBeLessThan(20_000);
    });

for (const key of ['__proto__', 'constructor', 'toString'])
  for (const section of ['', 'target:\n  ', 'users:\n  ', 'users:\n  full:\n    '])
    test(`${key} is an unknown key of a profile${section ? `, in ${section.replaceAll(/\s+/g, ' ')}` : ''}`, async ({}, info) => {
      const [parse] = parsers['profile']!;

      const said = await parse(Buffer.from(`${section}${key}: {url: "http://a.example"}\n`), info.outputPath('file'));

      expect(said).toContain(key);
    });

test('what lies outside is not read into a HAR file, whatever way it is named', async ({}, info) => {
  const inside = info.outputPath('inside');
  mkdirSync(inside);
  writeFileSync(info.outputPath('secret.txt'), 'the secret');
  const names = [
    '../secret.txt',
    'x/../../secret.txt',
    info.outputPath('secret.txt'),
    '..\\secret.txt',
    'file:../secret.txt',
    '%2e%2e/secret.txt',
  ];
  for (const name of names) {
    const entry = JSON.parse(har).log.entries[0];
    const content = { ...entry.response.content, text: undefined, _file: name };
    const path = join(inside, 'traffic.har');
    writeFileSync(path, JSON.stringify({ log: { entries: [{ ...entry, response: { ...entry.response, content } }] } }));

    for await (const item of readTraffic(path))
      expect(JSON.stringify(item)).not.toContain(Buffer.from('the secret').toJSON().data.join());
  }
});

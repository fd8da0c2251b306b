// Pastes the lines that the README and docs/ offer into a shell, in a folder with the files that these lines name.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { plainLines } from '../../exchange/plain-lines.ts';
import { command, plainEnvironment, root, type Served, serve } from '../command.ts';
import { documented } from './documented.ts';

/** Needs the identity of a CI job, and a network. */
const needsIdentity = /--keyless|--identity/;
const goesOnUntilEnded = /assay (?:record|serve)\b/;
/** A shard of a run has no verdict by itself. Which of two services is slower depends on how busy the machine is. */
const codesOf = (line: string): readonly number[] =>
  /--shard/.test(line) && !line.includes('||') ? [3] : line.includes('--slower') ? [0, 1] : [0];

const lines = [...new Set(documented.map(({ line }) => line).filter((line) => !needsIdentity.test(line)))];

test('what the documents say can be pasted', async ({}, info) => {
  test.setTimeout(15 * 60_000);
  expect(lines.length).toBeGreaterThan(30);
  // The recording that is replayed is made before the certifications change things.
  const [service, candidate] = await Promise.all([serve(), serve()]);
  try {
    const shell = shellIn(info.outputPath('work'), { service, candidate });
    await prepare(shell);
    for (const line of lines) {
      const { code, said } = await shell.paste(line);
      expect(
        codesOf(line),
        `${line}
${said}`,
      ).toContain(code);
    }
  } finally {
    await Promise.all([service.stop(), candidate.stop()]);
  }
});

interface Shell {
  readonly folder: string;
  paste(line: string): Promise<{ readonly code: number | null; readonly said: string }>;
}

// Reports go to a folder of their own, so that the one with the certificate stays. Runs are made short where they need not be whole.
const assayCommand = `#!/bin/sh
case "$1 $*" in
  certify*--build*) set -- "$@" --depth quick ;;
  certify*--only*) set -- "$@" --depth quick ;;
  certify*--out*) set -- "$@" --depth quick --only CARD-14 ;;
  certify*) set -- "$@" --depth quick --only CARD-14 --out other ;;
  limits*) set -- "$@" --depth quick --out other ;;
  replay*|check*) set -- "$@" --out other ;;
esac
exec '${process.execPath}' '${command}' "$@"
`;
const npxCommand = '#!/bin/sh\nshift\nexec assay "$@"\n';
const npmCommand = '#!/bin/sh\nshift 3\nexec assay certify "$@"\n';

function shellIn(folder: string, { service, candidate }: Readonly<Record<'service' | 'candidate', Served>>): Shell {
  const commands = join(folder, 'bin');
  mkdirSync(commands, { recursive: true });
  for (const [name, script] of Object.entries({ assay: assayCommand, npx: npxCommand, npm: npmCommand })) {
    writeFileSync(join(commands, name), script);
    chmodSync(join(commands, name), 0o755);
  }
  const env = plainEnvironment({
    PATH: `${commands}:${process.env['PATH']}`,
    URL: service.url,
    DIGEST: `sha256:${'a'.repeat(64)}`,
    INDEX: '2',
    ASSAY_USERNAME: 'full.user@example.com',
    ASSAY_PASSWORD: 'made-up-password-full',
  });
  return {
    folder,
    async paste(line) {
      // An existing profile is not overwritten.
      const cwd = /assay init/.test(line) ? join(folder, 'new') : folder;
      const filled = filledIn(line, (/assay replay/.test(line) ? candidate : service).url, folder);
      const child = spawn('sh', ['-c', goesOnUntilEnded.test(line) ? `exec ${filled}` : filled], { cwd, env });
      const said = Promise.all([text(child.stdout), text(child.stderr)]);
      if (goesOnUntilEnded.test(line))
        for (const stream of [child.stdout, child.stderr]) stream.once('data', () => child.kill('SIGINT'));
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, said: (await said).join('') };
    },
  };
}

/** Replaces what a reader would replace by the values of this test. */
const filledIn = (line: string, url: string, folder: string): string =>
  line
    .replaceAll(
      /https:\/\/\w+\.example\.com(?:\/api)?|http:\/\/127\.0\.0\.1:\d+|\bCANDIDATE\b|(?<=--target )URL\b/g,
      url,
    )
    .replaceAll(/(--(?:port|listen)) \d+/g, '$1 0')
    .replace('reference/profile.yaml', 'profile.yaml')
    .replace(/(?<=verify )certificate/, 'assay-report/certificate')
    .replace('FILE…', 'traffic.ndjson')
    .replace('…', '--target "$URL" --profile profile.yaml')
    .replace(/--profile FILE/, '--profile profile.yaml')
    .replace(/--recorded-profile FILE/, '--recorded-profile old.yaml')
    .replace(/(?<=assay show )\S+/, () => anExchangeIn(folder));

const anExchangeIn = (folder: string): string => {
  const evidence = plainLines(readFileSync(join(folder, 'assay-report/evidence.ndjson'))).toString();
  return /"assay":"exchange","id":"([^"]+)"/.exec(evidence)?.[1] ?? 'none';
};

const ownSpec = `import { expect, test } from 'assay/test';
test('a card is listed', async ({ api }) => { expect((await api.cards.list()).length).toBeGreaterThan(0); });
`;

async function prepare({ folder, paste }: Shell): Promise<void> {
  const at = (...names: string[]) => join(folder, ...names);
  for (const name of ['new', 'specs']) mkdirSync(at(name), { recursive: true });
  const profile = readFileSync(join(root, 'reference/profile.yaml'), 'utf8');
  for (const name of ['assay-profile', 'profile', 'candidate', 'old']) writeFileSync(at(`${name}.yaml`), profile);
  writeFileSync(
    at('rules.yaml'),
    'allow:\n  - { operation: "*", field: "**/traceId", because: made anew for each answer }\n',
  );
  writeFileSync(at('accepted.yaml'), 'deviations: []\n');
  writeFileSync(at('specs', 'mine.spec.ts'), ownSpec);
  const earlier = ['assay certify --target "$URL" --profile profile.yaml --out last'];
  const shards = [2, 3, 4].map((index) => `assay certify … --shard ${index}/4 --out shard-${index} || [ $? -eq 3 ]`);
  for (const line of [...earlier, ...shards]) expect(await paste(line)).toMatchObject({ code: 0 });
  copyFileSync(at('last', 'evidence.ndjson'), at('traffic.ndjson'));
  cpSync(at('last'), at('report'), { recursive: true });
}

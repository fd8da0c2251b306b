// The checks under plain Playwright: selected by a title on the command line, and by a line in an editor, which talks to Playwright's test server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { WebSocket } from 'undici';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { plainEnvironment, root } from '../cli/command.ts';

const runner = createRequire(import.meta.url).resolve('@playwright/test/cli');
const spec = join(root, 'specs/cards/filters.spec.ts');

test('a title chooses what the verdict is about, and the exit code with it', async () => {
  const out = test.info().outputPath('report');
  const { child, lines } = playwright(['test', '-g', 'CARD-1[45]'], out);
  const [code] = (await once(child, 'close')) as [number];

  expect(lines.join('\n')).toContain('Every must held: 2 of 2.');
  expect(code).toBe(0);
  expect(verdictIn(out)).toEqual({ status: 'passed', only: ['CARD-14', 'CARD-15'], pass: ['CARD-14', 'CARD-15'] });
});

test('an editor lists every check at its line, and runs one after another', async () => {
  const out = test.info().outputPath('report');
  const editor = await openEditor(out);
  try {
    const places = checksIn(await editor.ask('listTests', {}));
    expect(places.get('CARD-14 a status filter returns every card in that status and no other')).toBe(
      `cards/filters.spec.ts:${lineOf("requirement('CARD-14'")}`,
    );
    await editor.ask('runGlobalSetup', {});
    for (const id of ['CARD-14', 'CARD-15']) {
      const run = await editor.ask('runTests', { locations: [`${spec}:${lineOf(`requirement('${id}'`)}`] });
      expect(run).toEqual({ status: 'passed' });
      expect(verdictIn(out)).toEqual({ status: 'passed', only: [id], pass: [id] });
    }
  } finally {
    await editor.close();
  }
});

function playwright(words: readonly string[], out: string) {
  const child = spawn(process.execPath, [runner, ...words], {
    cwd: root,
    env: plainEnvironment({ ASSAY_OUT: out }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  return { child, lines };
}

const lineOf = (text: string): number =>
  1 +
  readFileSync(spec, 'utf8')
    .split('\n')
    .findIndex((line) => line.startsWith(text));

function verdictIn(out: string) {
  const { status, only, requirements } = JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
  return { status, only, pass: requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id) };
}

async function openEditor(out: string) {
  const { child } = playwright(['test-server', '--port', '0'], out);
  const address = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /ws:\/\/\S+/.exec(line)?.[0];
      if (found) resolve(found);
    });
    child.once('close', () => reject(new Error('the test server ended')));
  });
  const socket = new WebSocket(await address);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  const ask = (method: string, params: object): Promise<unknown> => {
    const id = waiting.size + 1;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  await ask('initialize', { interceptStdio: true, closeOnDisconnect: true });
  const close = async (): Promise<void> => {
    const closed = once(child, 'close');
    socket.close();
    await closed;
  };
  return { ask, close };
}

/** The title and place of each test in the report that an editor gets. */
function checksIn(answer: unknown): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  JSON.stringify(answer, (_name, value) => {
    const { testId, title, location } = (value ?? {}) as { testId?: string; title?: string; location?: Place };
    if (testId && title && location) places.set(title, `${location.file}:${location.line}`);
    return value;
  });
  return places;
}

interface Place {
  readonly file: string;
  readonly line: number;
}

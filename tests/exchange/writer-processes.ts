// Processes that write a recording, to be killed, limited in their space, or left running.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { compiled } from './compiled.ts';

/** The credential in each exchange. */
export const secret = 'canary-Q7x9ZpL2';

const { key } = createRedaction();

const program = (recording: string, redaction: string) => `
  import { openRecording } from ${JSON.stringify(`file://${recording}`)};
  import { createRedaction } from ${JSON.stringify(`file://${redaction}`)};
  const [path, name, count, ...ways] = process.argv.slice(2);
  const redaction = createRedaction({ key: ${JSON.stringify(key)} });
  const recording = openRecording(path, { redaction, packs: ways.includes('packs') });
  for (let i = 0; i < Number(count); i += 1) {
    const body = { password: '${secret}', n: Math.sin(i), text: 'z'.repeat(2000 + i % 3000) };
    recording.append({
      id: name + '-' + i,
      request: { method: 'POST', url: 'http://target.example/v2/card', headers: [['authorization', 'Bearer ${secret}']] },
      outcome: { kind: 'answered', response: { status: 200, headers: [], body: Buffer.from(JSON.stringify(body)) } },
      times: { startedAt: Date.now(), sent: 0, answered: 1, ended: 2 },
    });
    if (i % 100 === 99) {
      await recording.flush();
      process.stdout.write(recording.count + '\\n');
    }
  }
  if (ways.includes('exits')) process.exit();
  await recording.close();
`;

/** Packs its lines; exits without closing the recording; may write at most some 500 kB. */
type Way = 'packs' | 'exits' | 'limited';

/** Starts a process that writes so many exchanges and prints how many are flushed. All processes use the same key. */
type StartWriter = (path: string, name: string, count: number, ...ways: readonly Way[]) => ChildProcess;

export function writers(directory: string): StartWriter {
  mkdirSync(directory, { recursive: true });
  const [recording = '', redaction = ''] = compiled(
    directory,
    'exchange/recording/recording.ts',
    'exchange/redaction/redaction.ts',
  );
  const script = `${directory}/writer.js`;
  writeFileSync(script, program(recording, redaction));
  // The limit of a file is 500 blocks of 512 or 1024 bytes, depending on the shell.
  const limited = 'trap "" XFSZ; ulimit -f 500; exec "$0" "$@"';
  return (path, name, count, ...ways) => {
    const command = [process.execPath, script, path, name, String(count), ...ways];
    const [run = '', ...rest] = ways.includes('limited') ? ['sh', '-c', limited, ...command] : command;
    return spawn(run, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  };
}

/** Kills the writer in mid-write once it has acknowledged so many exchanges, and returns how many it had acknowledged. */
export async function killedAfter(acknowledged: number, child: ChildProcess): Promise<number> {
  let last = 0;
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    last = Number(line);
    if (last >= acknowledged) break;
  }
  process.kill(child.pid as number, 'SIGKILL');
  await once(child, 'exit');
  return last;
}

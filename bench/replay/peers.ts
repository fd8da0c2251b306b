// How fast a recording is replayed at full speed: by us, with comparing and judging, by GoReplay and by mitmproxy's client replay. All send the same
// requests to the same candidate in one run. Arguments: exchanges for us (40000), for the others (8000).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installed } from '../peers/installed.ts';
import { inFolder, replayed, startCandidate } from './running.ts';
import { type Traffic, writeGor, writeHar, writeRecording } from './traffic.ts';

const [own = 40_000, others = 8000] = process.argv.slice(2).map(Number);
const sessions = 100;
// So many that all requests have the same time, and a tool that keeps the recorded times need not wait.
const atOnce = 1e12;
const traffic = (exchanges: number): Traffic => ({ exchanges, sessions, perSecond: atOnce });
const patience = 60_000;
const leastTimesGoReplay = 5;
const leastTimesMitmproxy = 20;

const toldBeside = (ours: number, theirs: number, least: number): void => {
  console.log(`  ours is ${(ours / theirs).toFixed(1)} times as fast`);
  if (ours < least * theirs) process.exitCode = 1;
};

await inFolder(async (folder) => {
  const candidate = await startCandidate();
  const rate = async (name: string): Promise<number> => {
    const { count, milliseconds } = await candidate.count();
    const perSecond = count / (milliseconds / 1000);
    console.log(
      `  ${name.padEnd(24)} ${Math.round(perSecond).toLocaleString('en')} requests a second (${count} arrived)`,
    );
    return perSecond;
  };
  /** Waits until the program ends, and interrupts it when that takes too long. */
  const ran = async (program: string, args: readonly string[]): Promise<void> => {
    const child = spawn(program, [...args], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const late = setTimeout(() => child.kill('SIGINT'), Math.min(patience, 20_000));
    await ended;
    clearTimeout(late);
  };
  try {
    const recording = join(folder, 'recording.ndjson');
    writeRecording(recording, traffic(own));
    await candidate.count();
    const { result, memory } = await replayed(folder, recording, candidate.url, '--concurrency', '32');
    const ours = await rate('assay replay');
    console.log(
      `  ${result.outcomes.equivalent} of ${result.account.recorded} equivalent, ${Math.round(memory)} MB at most`,
    );

    const goreplay = installed('goreplay');
    if (goreplay !== undefined) {
      const gor = join(folder, 'recording.gor');
      writeGor(gor, traffic(own));
      await ran(goreplay, ['--input-file', gor, '--output-http', candidate.url, '--output-http-workers', '32']);
      toldBeside(ours, await rate('GoReplay'), leastTimesGoReplay);
    }
    const mitmdump = installed('mitmproxy');
    if (mitmdump !== undefined) {
      const har = join(folder, 'recording.har');
      writeHar(har, traffic(others), candidate.url);
      const args = ['-q', '-n', '-C', har, '--set', `confdir=${folder}`];
      await ran(mitmdump, args);
      toldBeside(ours, await rate('mitmproxy client replay'), leastTimesMitmproxy);
    }
  } finally {
    candidate.end();
  }
});

// The same recording as load, by us and by k6 with the script that we write from it: how many requests arrive a second. Arguments: exchanges (4000),
// loops (5).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installed } from '../peers/installed.ts';
import { command, inFolder, replayed, startCandidate } from './running.ts';
import { writeRecording } from './traffic.ts';

const [exchanges = 4000, loops = 5] = process.argv.slice(2).map(Number);
// So many that all requests have the same time, and a tool that keeps the recorded times need not wait.
const perSecond = 1e12;

await inFolder(async (folder) => {
  const candidate = await startCandidate();
  const told = async (name: string): Promise<void> => {
    const { count, milliseconds } = await candidate.count();
    console.log(
      `  ${name.padEnd(24)} ${Math.round(count / (milliseconds / 1000))} requests a second (${count} arrived)`,
    );
  };
  try {
    const recording = join(folder, 'recording.ndjson');
    writeRecording(recording, { exchanges, sessions: 50, perSecond });
    await candidate.count();
    const { result, memory } = await replayed(folder, recording, candidate.url, '--load', '--loops', `${loops}`);
    await told('assay replay --load');
    console.log(`  ${result.status}, p95 ${result.load?.latency.p95} ms, ${Math.round(memory)} MB at most`);

    const k6 = installed('k6');
    if (k6 === undefined) return;
    const script = join(folder, 'load.js');
    spawnSync(process.execPath, [command, 'convert', recording, script], { stdio: 'ignore' });
    const env = { ASSAY_USERNAME: 'somebody', ASSAY_PASSWORD: 'made-up-password', ASSAY_SPEED: '0' };
    const { status } = spawnSync(k6, ['run', '--quiet', script], {
      env: { ...process.env, ...env, BASE_URL: candidate.url, ASSAY_LOOPS: `${loops}` },
      stdio: 'ignore',
    });
    await told('k6');
    console.log(`  ${status === 0 ? 'passed' : `k6 ended with ${status}`}`);
  } finally {
    candidate.end();
  }
});

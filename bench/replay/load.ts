// The same recording as load, by us and by k6 with the script that we write of it: how many requests a second arrive. k6 is what K6
// names, or it is built from its Go module in a folder of its own. Arguments: exchanges (4000), loops (5).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { command, inFolder, replayed, startCandidate } from './running.ts';
import { writeRecording } from './traffic.ts';

const [exchanges = 4000, loops = 5] = process.argv.slice(2).map(Number);
const version = 'v1.8.1';
// Times all alike: whoever keeps to them need not wait.
const perSecond = 1e12;

/** Undefined where there is neither k6 nor Go. */
const k6In = (folder: string): string | undefined => {
  const named = process.env['K6'];
  if (named !== undefined) return named;
  const env = { ...process.env, GOPATH: folder, GOBIN: folder, GOCACHE: join(folder, 'cache'), GOFLAGS: '-modcacherw' };
  const { status } = spawnSync('go', ['install', `go.k6.io/k6@${version}`], { env, stdio: 'inherit' });
  return status === 0 ? join(folder, 'k6') : undefined;
};

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

    const k6 = k6In(folder);
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

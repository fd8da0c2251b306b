// How far from their due times requests leave in a replay on a clock. Arguments: requests a second (1000), seconds (60).
import { join } from 'node:path';
import { inFolder, replayed, startCandidate } from './running.ts';
import { writeRecording } from './traffic.ts';

const [perSecond = 1000, seconds = 60] = process.argv.slice(2).map(Number);

await inFolder(async (folder) => {
  const candidate = await startCandidate();
  try {
    const recording = join(folder, 'recording.ndjson');
    writeRecording(recording, { exchanges: perSecond * seconds, sessions: 100, perSecond });
    const { result } = await replayed(folder, recording, candidate.url, '--speed', '1', '--concurrency', '128');
    const { own, held, drift } = result.timing.lag!;
    console.log(
      `  ${own.count} on their own: late by p50 ${own.p50} ms, p99 ${own.p99} ms, ${own.most} ms at most; drift ${drift} ms`,
    );
    console.log(
      `  ${held.count} waited for an answer or for room: p99 ${held.p99} ms; ${result.outcomes.equivalent} equivalent`,
    );
  } finally {
    candidate.end();
  }
});

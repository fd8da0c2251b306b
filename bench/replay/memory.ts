// How much memory a replay takes for recordings of several sizes. Arguments: megabytes each (10 300).
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, replayed, startCandidate } from './running.ts';
import { writeRecording } from './traffic.ts';

const asked = process.argv.slice(2).map(Number);
const perMegabyte = 735;
const mostMegabytes = 200;

await inFolder(async (folder) => {
  const candidate = await startCandidate();
  try {
    for (const megabytes of asked.length > 0 ? asked : [10, 300]) {
      const recording = join(folder, `${megabytes}.ndjson`);
      const exchanges = megabytes * perMegabyte;
      writeRecording(recording, { exchanges, sessions: 200, length: 100, perSecond: 1000 });
      const { result, memory } = await replayed(folder, recording, candidate.url);
      const size = Math.round(statSync(recording).size / 1e6);
      console.log(
        `  ${size} MB, ${result.account.recorded} exchanges, ${result.outcomes.equivalent} equivalent: ${Math.round(memory)} MB`,
      );
      if (memory > mostMegabytes) process.exitCode = 1;
    }
  } finally {
    candidate.end();
  }
});

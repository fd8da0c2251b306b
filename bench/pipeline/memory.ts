// How much memory a very long run needs: sends exchanges through the whole pipeline, and prints the most that the process ever held. Arguments:
// exchanges (1000000), at once (16).
import { openWorkload, rateOf } from './workload.ts';

const [count = 1_000_000, concurrency = 16] = process.argv.slice(2).map(Number);
const mostMegabytes = 500;
const parts = 10;

const workload = await openWorkload();
const reads = workload.reads(1);
const { api } = workload.session.check;

for (let part = 1; part <= parts; part++) {
  const rate = await rateOf(count / parts, concurrency, reads, ({ operation, input }) => api.call(operation, input));
  const held = Math.round(process.memoryUsage.rss() / 2 ** 20);
  console.log(`  ${(part * count) / parts} exchanges: ${held} MB, ${Math.round(rate)} a second`);
}
await workload.close();

const most = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(`  at most ${most} MB`);
if (most > mostMegabytes) process.exitCode = 1;

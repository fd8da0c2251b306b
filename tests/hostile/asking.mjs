// Sends one request to a hostile server as a run does: client, judge, redaction, evidence. It is a process of its own, so that its memory can be
// measured. Arguments: the address, the file of evidence. Prints the most memory that it used, in MB.
import { readFileSync } from 'node:fs';
import { openRecording } from '../../dist/exchange/recording/recording.js';
import { createRedaction } from '../../dist/exchange/redaction/redaction.js';
import { Ledger } from '../../dist/harness/run/ledger.js';
import { connect } from '../../dist/subject/connection.js';
import { declaredNames } from '../../dist/subject/names.js';
import { openingsOf } from '../../dist/subject/openings.js';
import { defaultProfile } from '../../dist/subject/profile/profile.js';

const [url, evidence] = process.argv.slice(2);
const profile = {
  ...defaultProfile({ ASSAY_USERNAME: 'x', ASSAY_PASSWORD: 'y' }, { url }),
  timeouts: { connect: 60_000, response: 120_000 },
};
const redaction = createRedaction();
const ledger = new Ledger(openingsOf(profile, declaredNames(profile.open)), redaction);
const recording = openRecording(evidence, { redaction });
const observer = (exchange) => {
  ledger.enter(exchange);
  recording.append(exchange);
};
const target = connect(profile, { observer });
await target.send({ method: 'GET', path: '/v2/card' });
ledger.take();
await target.close();
await recording.close();
process.stdout.write(`${Math.round(mostHeld() / 1024)}`);

/** In kB. Linux starts maxRSS with what the parent held when it forked, and a test process holds more than this one. */
function mostHeld() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
}
